import type { OutputSummary } from "@wield/core";
import { fieldsOf, parseJson } from "../home/json-fields.ts";

/** Reads what is kept beside an output's text; `undefined` when it is not whole. */
export function parseSummary(text: string): OutputSummary | undefined {
  const parsed = parseJson(text);
  if (typeof parsed !== "object" || parsed === null) return undefined;
  const { v, ...summary } = { v: undefined, ...parsed };
  return v === 1 && isSummary(summary) ? summary : undefined;
}

function isSummary(candidate: object): candidate is OutputSummary {
  const fields = fieldsOf(candidate);
  const origins = fields.get("origins");
  return (
    ["id", "sessionId", "callId", "tool"].every((name) => typeof fields.get(name) === "string") &&
    ["at", "characters"].every((name) => typeof fields.get(name) === "number") &&
    typeof fields.get("isPartial") === "boolean" &&
    Array.isArray(origins) &&
    origins.every((origin) => typeof origin === "string")
  );
}
