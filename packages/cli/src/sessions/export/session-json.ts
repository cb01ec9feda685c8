import { jsonText } from "../../terminal/json-text.ts";
import type { ExportedSession } from "./exported-session.ts";

/** Rises when a reader of the form before could not read it. */
const FORMAT = 1;

/** All events, one line each, so that two exports can be compared; `wield sessions import` reads it. */
export function sessionJson({ id, title, workspaceRoot, events }: ExportedSession): string {
  const head = jsonText({ format: "wield-session", version: FORMAT, id, title, workspace: workspaceRoot });
  const lines = events.map((event) => `  ${jsonText(withoutBytes(event))}`).join(",\n");
  return `${head.slice(0, -1)},"events":[\n${lines}\n]}\n`;
}

/** Pictures stand as base64. */
function withoutBytes(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) return value.map(withoutBytes);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutBytes(part)]));
}
