import { canonicalJson, isJson, type CallPart, type Json } from "@wield/core";

/** A call whose result is known, as the loop guards see it. */
export interface SeenCall {
  readonly tool: string;
  readonly fingerprint: string;
  /** Equal for equal results. */
  readonly result: string;
  readonly status: "ok" | "failed" | "denied" | "cancelled";
  readonly isPoll: boolean;
}

/** Tool and canonical arguments: the order of keys and blanks do not matter. */
export function fingerprintOf(call: Pick<CallPart, "tool" | "rawInput">): string {
  const parsed = parse(call.rawInput);
  return `${call.tool} ${parsed === undefined ? call.rawInput.trim() : canonicalJson(parsed)}`;
}

/** Equal for equal results. Names of stored outputs are made anew each time and say nothing. */
export function resultDigest(result: { readonly status: string; readonly text: string }): string {
  return `${result.status} ${hash(result.text.replaceAll(/\bout_[0-9a-z_]+/g, "out_"))}`;
}

const POLLS: ReadonlyMap<string, readonly string[]> = new Map([
  ["process", ["list", "poll", "log", "wait"]],
  ["task", ["list", "status", "output"]],
]);

/** Looking after background work is no repetition. */
export function isPoll(call: Pick<CallPart, "tool" | "rawInput">): boolean {
  const actions = POLLS.get(call.tool);
  if (actions === undefined) return false;
  const parsed = parse(call.rawInput);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return false;
  const action = Object.hasOwn(parsed, "action") ? Reflect.get(parsed, "action") : undefined;
  return typeof action === "string" && actions.includes(action);
}

function parse(rawInput: string): Json | undefined {
  if (rawInput.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(rawInput);
    return isJson(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** 64 bits of FNV-1a in two halves, with the length: told apart well enough for a handful of texts. */
function hash(text: string): string {
  let left = 0x811c9dc5;
  let right = 0x1b873593;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    left = Math.imul(left ^ unit, 0x01000193);
    right = Math.imul(right ^ unit, 0x85ebca6b);
  }
  return `${text.length}:${(left >>> 0).toString(36)}:${(right >>> 0).toString(36)}`;
}
