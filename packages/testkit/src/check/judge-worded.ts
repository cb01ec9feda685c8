import {
  isToolResult,
  type FailedResult,
  type Json,
  type JsonObject,
  type ToolDefinition,
} from "@wield/core";
import type { Remark } from "./finding.ts";
import type { Observation } from "./observation.ts";

const STACK_LINE = /^\s+at .+(:\d+:\d+\)?|\(native\)|<anonymous>\)?)\s*$/m;

/** A number, something in quotes or code marks, or a path: a value, wherever the tool had it from. */
const SOME_VALUE = /\d|"[^"]+"|'[^']+'|`[^`]+`|“[^”]+”|\S\/\S|\w\.\w/;

/** Whether a failure that the tool itself worded says what went wrong with which value. */
export function judgeWorded(tool: ToolDefinition, seen: Observation): readonly Remark[] {
  const { raw, label } = seen;
  if (isBlankFailure(raw)) return [fault(`${label}: failed without a message`)];
  if (!isToolResult(raw) || raw.ok) return [];
  const { message, hint = "" } = raw;
  if (STACK_LINE.test(`${message}\n${hint}`))
    return [fault(`${label}: its failure shows a stack trace: ${firstLine(message)}`)];
  if (!namesValue(tool, raw, seen)) {
    return [
      fault(`${label}: its failure names no value: "${firstLine(message)}" (say which value was wrong)`),
    ];
  }
  return [];
}

/** `isToolResult` refuses such a failure, so its shape is looked at here. */
function isBlankFailure(raw: unknown): boolean {
  if (typeof raw !== "object" || raw === null || !("status" in raw) || raw.status !== "failed") return false;
  return !("message" in raw) || typeof raw.message !== "string" || raw.message.trim() === "";
}

/**
 * A parameter that was not given, or given empty, has no value to show: its name stands for it. So do the names in a
 * sentence about several parameters.
 */
function namesValue(tool: ToolDefinition, { code, message }: FailedResult, seen: Observation): boolean {
  if (SOME_VALUE.test(message)) return true;
  const given = seen.outcome.call.input;
  const input = typeof given === "object" && given !== null ? (given as JsonObject) : {};
  const words = new Set(message.split(/\W+/));
  const named = Object.keys(tool.input.json.properties).filter((name) => words.has(name));
  if (named.length > 1 || (named.length === 1 && code === "invalid_arguments")) return true;
  if (named.some((name) => leavesOf(input[name] ?? null).length === 0)) return true;
  const values = leavesOf(input);
  return values.length === 0 || values.some((value) => message.includes(value));
}

function leavesOf(value: Json): readonly string[] {
  if (value === null) return [];
  if (typeof value === "object") return Object.values(value).flatMap((member) => leavesOf(member as Json));
  const text = String(value).trim().slice(0, 20);
  return text === "" ? [] : [text];
}

function firstLine(message: string): string {
  return (message.split("\n", 1)[0] ?? "").slice(0, 200);
}

function fault(message: string): Remark {
  return { check: "worded", severity: "fail", message };
}
