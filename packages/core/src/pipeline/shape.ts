import { isJson, type Json } from "../contract/json.ts";
import {
  fail,
  isToolResult,
  ok,
  type FailedResult,
  type ImageBlock,
  type OkResult,
  type ToolResult,
} from "../contract/result.ts";
import { isPipelineCode } from "../failure-codes.ts";
import type { CallStatus } from "../ports/journal.ts";
import { mismatch } from "../schema/match-schema.ts";
import { cleanText, wellFormedJson } from "../text/clean.ts";
import { fenceText } from "../text/fence.ts";
import { quote } from "../text/quote.ts";
import { boundText } from "./bound-text.ts";
import type { CallOutcome } from "./call.ts";
import type { DecodedCall } from "./call-state.ts";
import { checkBlocks } from "./check-blocks.ts";
import type { PipelineDeps } from "./deps.ts";
import { callRecord } from "./record.ts";
import type { RunEnd } from "./run.ts";

/** Turns what a tool returned into what its caller gets: checked, masked, cleaned, bounded and fenced. */
export async function shape(call: DecodedCall, deps: PipelineDeps, end: RunEnd): Promise<CallOutcome> {
  noteConnections(call);
  const judged = judge(call, end);
  if (judged.status === "ok") {
    call.stage = "record";
    return shapeOk(call, deps, judged.result);
  }
  return shapeFailure(call, deps, judged);
}

interface Failed {
  readonly status: Exclude<CallStatus, "ok">;
  readonly result: FailedResult;
  readonly partialText?: string;
  readonly notes?: readonly string[];
}

function judge(
  call: DecodedCall,
  end: RunEnd,
): { readonly status: "ok"; readonly result: OkResult } | Failed {
  switch (end.kind) {
    case "threw":
      return { status: "failed", result: end.failure };
    case "refused":
      return { status: "denied", result: end.failure };
    case "timed_out":
      return { status: "failed", ...afterLimit(call, end) };
    case "cancelled":
      return {
        status: "cancelled",
        result: fail("cancelled", lateSentence(end.late) ?? `${call.tool.name} was cancelled`),
        ...latePart(end.late),
        notes: call.changed.length === 0 ? [] : [`the change was made: ${call.changed.join(", ")}`],
      };
    case "returned": {
      call.stage = "shape";
      const result = readReturned(call, end.returned);
      return result.ok ? { status: "ok", result } : { status: "failed", result };
    }
  }
}

/** A tool's own code is kept; one that only the pipeline gives is not. */
const TOOLS_MAY_USE = ["invalid_arguments", "timeout", "tool_reported_error", "preparation_error"];

function readReturned(call: DecodedCall, returned: unknown): ToolResult {
  const { tool } = call;
  if (typeof returned === "string") {
    return tool.output === undefined
      ? ok(returned)
      : invalid(tool.name, "a string, although it declares an output");
  }
  if (!isToolResult(returned))
    return invalid(tool.name, `${quote(returned)}, which is no result of ok or fail`);
  if (!returned.ok) {
    if (!isPipelineCode(returned.code) || TOOLS_MAY_USE.includes(returned.code)) return returned;
    const { hint, data, notes } = returned;
    return fail("tool_reported_error", returned.message, {
      ...(hint === undefined ? {} : { hint }),
      ...(data === undefined ? {} : { data }),
      ...(notes === undefined ? {} : { notes }),
    });
  }
  if (returned.data !== undefined && !isJson(dropUndefined(returned.data)))
    return invalid(tool.name, "data that is not JSON");
  if (tool.output === undefined) return returned;
  const wrong = mismatch(dropUndefined(returned.data) as Json | undefined, tool.output.json);
  return wrong === undefined ? returned : invalid(tool.name, `data that does not match its output: ${wrong}`);
}

/** Optional fields set to undefined are not there, as in JSON. */
function dropUndefined(data: unknown): unknown {
  if (
    typeof data !== "object" ||
    data === null ||
    Array.isArray(data) ||
    Object.getPrototypeOf(data) !== Object.prototype
  )
    return data;
  const entries = Object.entries(data).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries);
}

function invalid(tool: string, what: string): FailedResult {
  return fail("invalid_result", `${tool} answered with ${what}`, {
    hint: "this is a fault of the tool; do not repeat the call.",
  });
}

function afterLimit(
  call: DecodedCall,
  end: Extract<RunEnd, { kind: "timed_out" }>,
): {
  readonly result: FailedResult;
  readonly partialText?: string;
  readonly notes?: readonly string[];
} {
  const seconds = end.limitMs / 1000;
  const own = isToolResult(end.late) && !end.late.ok ? end.late : undefined;
  const hint = own?.hint ?? `raise tools.timeouts.${call.tool.name}, or ask for less in one call.`;
  const changed = call.changed.length === 0 ? [] : [`the change was made: ${call.changed.join(", ")}`];
  const open =
    end.late === undefined ? ["it did not end when it was told to; the work may still have happened"] : [];
  return {
    result: fail("timeout", own?.message ?? `${call.tool.name} did not finish within ${seconds} s`, {
      hint,
      notes: own?.notes ?? [],
    }),
    ...latePart(end.late),
    notes: [...changed, ...open],
  };
}

function lateSentence(late: unknown): string | undefined {
  return isToolResult(late) && !late.ok && !isPipelineCode(late.code) ? late.message : undefined;
}

function latePart(late: unknown): { readonly partialText?: string } {
  if (typeof late === "string") return { partialText: late };
  return isToolResult(late) && late.ok ? { partialText: late.text } : {};
}

/** A declared connection makes the text come from there. */
function noteConnections(call: DecodedCall): void {
  for (const { effect } of call.effects) {
    if (effect.kind === "connect" && effect.isSavedServer !== true) call.origins.add(effect.host);
  }
}

async function shapeOk(call: DecodedCall, deps: PipelineDeps, result: OkResult): Promise<CallOutcome> {
  const { scrubber } = call;
  const blocks = checkBlocks(result.blocks ?? []);
  const text = cleanText(scrubber.text(result.text), result.verbatim);
  const bounded = await boundText(call, deps, text);
  const notes = cleanNotes(call, [...call.notes, ...(result.notes ?? []), ...blocks.notes, ...bounded.notes]);
  return {
    status: "ok",
    call: callRecord(call, deps),
    text: fence(call, bounded.text),
    blocks: blocks.kept as readonly ImageBlock[],
    notes,
    ...shapedData(call, result.data),
    ...(bounded.outputRef === undefined ? {} : { outputRef: bounded.outputRef }),
    origins: [...call.origins],
  };
}

async function shapeFailure(call: DecodedCall, deps: PipelineDeps, failed: Failed): Promise<CallOutcome> {
  const { result } = failed;
  const { scrubber } = call;
  const message = await boundText(call, deps, cleanText(scrubber.text(result.message)));
  const partial =
    failed.partialText === undefined
      ? undefined
      : await boundText(call, deps, cleanText(scrubber.text(failed.partialText)));
  const outputRef = message.outputRef ?? partial?.outputRef;
  return {
    status: failed.status,
    call: callRecord(call, deps),
    code: result.code,
    message: fence(call, message.text),
    ...(result.hint === undefined ? {} : { hint: cleanText(scrubber.text(result.hint)) }),
    ...(partial === undefined ? {} : { partialText: fence(call, partial.text) }),
    notes: cleanNotes(call, [
      ...call.notes,
      ...(result.notes ?? []),
      ...(failed.notes ?? []),
      ...message.notes,
    ]),
    ...shapedData(call, result.data),
    ...(outputRef === undefined ? {} : { outputRef }),
    origins: [...call.origins],
  };
}

function shapedData(call: DecodedCall, data: Json | undefined): { readonly data?: Json } {
  const kept = dropUndefined(data);
  return isJson(kept) ? { data: wellFormedJson(call.scrubber.json(kept)) } : {};
}

function cleanNotes(call: DecodedCall, notes: readonly string[]): readonly string[] {
  return notes.map((note) => cleanText(call.scrubber.text(note)).replaceAll(/\s*\n\s*/g, " "));
}

function fence(call: DecodedCall, text: string): string {
  return call.origins.size > 0 && call.conversation.settings.fenceUntrusted ? fenceText(text) : text;
}
