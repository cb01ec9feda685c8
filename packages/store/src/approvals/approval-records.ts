import type { ApprovalAnswer, ApprovalRequest, Json } from "@wield/core";
import { fieldsOf, parseJson } from "../home/json-fields.ts";

export type ShownRequest = Omit<ApprovalRequest, "rawInput">;

/** How a request ended. */
export type Settlement =
  | { readonly answer: ApprovalAnswer }
  | { readonly closed: "expired" | "cancelled"; readonly at: number };

const REQUEST_TEXTS = [
  "id",
  "callId",
  "rootId",
  "sessionId",
  "workspace",
  "caller",
  "surface",
  "tool",
  "digest",
  "reason",
];
const CHOICES = new Set(["once", "session", "always", "deny"]);

/** Reads `request.json`; `undefined` when it is not whole. */
export function parseRequest(text: string): ShownRequest | undefined {
  const request = memberOf(text, "request");
  return isRequest(request) ? request : undefined;
}

/** Reads `answer.json`; `undefined` when it is not whole. */
export function parseAnswer(text: string): Settlement | undefined {
  const answer = memberOf(text, "answer");
  if (isAnswer(answer)) return { answer };
  const closed = memberOf(text, "closed");
  return closed === "expired" || closed === "cancelled"
    ? { closed, at: Number(memberOf(text, "at")) }
    : undefined;
}

/** Reads the input as it came. */
export function parseInput(text: string): Json | undefined {
  const input = memberOf(text, "rawInput");
  return isParsedJson(input) ? input : undefined;
}

function memberOf(text: string, name: string): unknown {
  const fields = fieldsOf(parseJson(text));
  return fields.get("v") === 1 ? fields.get(name) : undefined;
}

function isRequest(candidate: unknown): candidate is ShownRequest {
  const fields = fieldsOf(candidate);
  return (
    REQUEST_TEXTS.every((name) => typeof fields.get(name) === "string") &&
    ["createdAt", "deadline"].every((name) => typeof fields.get(name) === "number") &&
    ["effects", "effectWords"].every((name) => Array.isArray(fields.get(name))) &&
    fields.has("input")
  );
}

function isAnswer(candidate: unknown): candidate is ApprovalAnswer {
  const fields = fieldsOf(candidate);
  return (
    CHOICES.has(String(fields.get("choice"))) &&
    typeof fields.get("by") === "string" &&
    typeof fields.get("surface") === "string" &&
    typeof fields.get("at") === "number" &&
    (!fields.has("remark") || typeof fields.get("remark") === "string")
  );
}

/** What `JSON.parse` made is JSON; only its absence has to be ruled out. */
function isParsedJson(candidate: unknown): candidate is Json {
  return candidate !== undefined;
}
