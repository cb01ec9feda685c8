import { copyJson, isJson, jsonFault, type Json } from "../contract/json.ts";
import {
  fail,
  isToolResult,
  type FailedResult,
  type ImageBlock,
  type ToolResult,
} from "../contract/result.ts";
import type { ToolDefinition } from "../contract/tool-definition.ts";
import { isPipelineCode } from "../failure-codes.ts";
import { mismatch } from "../schema/match-schema.ts";
import type { Scrubber } from "../text/scrub.ts";
import { showMasked } from "./message.ts";

/** A checked copy of what a tool returned: nothing the tool does afterwards changes it. */
export type Returned =
  | {
      readonly status: "ok";
      readonly text: string;
      readonly data?: Json;
      readonly blocks: readonly ImageBlock[];
      readonly notes: readonly string[];
      readonly isVerbatim: boolean;
    }
  | { readonly status: "failed"; readonly isInvalid: boolean; readonly result: FailedResult };

/** A tool's own code is kept; one that only the pipeline gives is not. */
const TOOLS_MAY_USE = ["invalid_arguments", "timeout", "tool_reported_error", "preparation_error"];

/** Judges what `run` returned. Everything that is no result of `ok` or `fail` is a failed call. Never throws. */
export function readReturned(tool: ToolDefinition, returned: unknown, scrubber: Scrubber): Returned {
  const show = showMasked(scrubber);
  try {
    if (typeof returned === "string")
      return tool.output === undefined
        ? { status: "ok", text: returned, blocks: [], notes: [], isVerbatim: false }
        : invalid(tool, "a string, although it declares an output");
    if (!isToolResult(returned)) return invalid(tool, `${show(returned)}, which is no result of ok or fail`);
    return readResult(tool, returned);
  } catch (error) {
    return invalid(
      tool,
      `something that cannot be read (${error instanceof Error ? error.message : "it threw"})`,
    );
  }
}

function readResult(tool: ToolDefinition, result: ToolResult): Returned {
  const data = result.data === undefined ? undefined : copyJson(result.data);
  const hasBadData = result.data !== undefined && data === undefined;
  if (!result.ok) {
    if (hasBadData)
      return invalid(tool, `a failure whose data is not JSON; the failure was: ${result.message}`);
    return { status: "failed", isInvalid: false, result: readFailure(result, data) };
  }
  if (hasBadData) return invalid(tool, `data that is not JSON: ${faultOf(result.data)}`);
  const wrong = tool.output === undefined ? undefined : mismatch(data, tool.output.json);
  if (wrong !== undefined)
    return invalid(
      tool,
      data === undefined
        ? "no data, although it declares an output"
        : `data that does not match its output: ${wrong}`,
    );
  return {
    status: "ok",
    text: result.text,
    ...(data === undefined ? {} : { data }),
    blocks: (result.blocks ?? []).map(({ type, mediaType, bytes }) => ({
      type,
      mediaType,
      bytes: Uint8Array.from(bytes),
    })),
    notes: [...(result.notes ?? [])],
    isVerbatim: result.verbatim === true,
  };
}

function readFailure(result: FailedResult, data: Json | undefined): FailedResult {
  const { code, message, hint, notes } = result;
  const isOwn = code !== "" && (!isPipelineCode(code) || TOOLS_MAY_USE.includes(code));
  return fail(isOwn ? code : "tool_reported_error", message, {
    ...(hint === undefined ? {} : { hint }),
    ...(data === undefined ? {} : { data }),
    ...(notes === undefined ? {} : { notes: [...notes] }),
  });
}

function faultOf(data: unknown): string {
  return isJson(data) ? "it changes while it is read" : (jsonFault(data) ?? "");
}

function invalid(tool: ToolDefinition, what: string): Returned {
  return {
    status: "failed",
    isInvalid: true,
    result: fail("invalid_result", `${tool.name} answered with ${what}`, {
      hint: "this is a fault of the tool; do not repeat the call.",
    }),
  };
}
