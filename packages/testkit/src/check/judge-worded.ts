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

/** A number, something in quotes or code marks, a path, or a reason behind a colon: a value, wherever the tool had it from. */
const SOME_VALUE = /\d|: \S|"[^"]+"|'[^']+'|`[^`]+`|“[^”]+”|\S\/\S|\w\.\w/;

/** What is expected, or a clause that begins with what to do, needs no hint beside it. */
const NEXT_STEP =
  /\b(?:must|cannot (?:hold|have|be)|needs?|required|expected|instead|allowed|at (?:most|least)|one of)\b|(?:^|[;:.,(—] *)(?:use|give|try|set|read|write|make|choose|add|leave|shorten|split|ask|wait|look|repeat|see|call|pass|raise|remove|rename|say|start|check)\b/i;

/** Whether a failure that the tool itself worded says what went wrong with which value, and what to do next. */
export function judgeWorded(tool: ToolDefinition, seen: Observation): readonly Remark[] {
  const { raw, label } = seen;
  if (isBlankFailure(raw)) return [fault(`${label}: failed without a message`)];
  if (!isToolResult(raw) || raw.ok) return [];
  const { message, hint = "" } = raw;
  const first = firstLine(message);
  if (STACK_LINE.test(`${message}\n${hint}`))
    return [fault(`${label}: its failure shows a stack trace: ${first}`)];
  if (!namesValue(tool, raw, seen)) {
    return [fault(`${label}: its failure names no value: "${first}" (say which value was wrong)`)];
  }
  if (hint.trim() === "" && !tellsNextStep(tool, message) && !isHintGivenByOthers(raw, seen)) {
    return [fault(`${label}: its failure tells no next step: "${first}" (give fail() a hint)`)];
  }
  return [];
}

/** A sentence about how several parameters stand to each other says which to change. */
function tellsNextStep(tool: ToolDefinition, message: string): boolean {
  return NEXT_STEP.test(message) || parametersIn(tool, message).length > 1;
}

function parametersIn(tool: ToolDefinition, message: string): readonly string[] {
  const words = new Set(message.split(/\W+/));
  return Object.keys(tool.input.json.properties).filter((name) => words.has(name));
}

/** The pipeline words the hint of a call that was ended, a service that of its own failure. */
function isHintGivenByOthers({ code, message }: FailedResult, seen: Observation): boolean {
  return code === "timeout" || seen.outcome.status === "cancelled" || seen.serviceFailures.has(message);
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
  const named = parametersIn(tool, message);
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
