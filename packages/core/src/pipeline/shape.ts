import type { Json } from "../contract/json.ts";
import { fail, type FailedResult } from "../contract/result.ts";
import { isPipelineCode } from "../failure-codes.ts";
import type { CallStatus } from "../ports/journal.ts";
import { cleanText, oneLine, wellFormedJson } from "../text/clean.ts";
import { fenceText } from "../text/fence.ts";
import { boundText } from "./bound-text.ts";
import type { CallOutcome } from "./call.ts";
import type { DecodedCall } from "./call-state.ts";
import { checkBlocks } from "./check-blocks.ts";
import type { PipelineDeps } from "./deps.ts";
import { clampMessage, MOST_MESSAGE_CHARS, neverBlank } from "./message.ts";
import { readReturned, type Returned } from "./read-returned.ts";
import { callRecord } from "./record.ts";
import type { LateEnd, RunEnd } from "./run.ts";

/** Turns what a tool returned into what its caller gets: checked, masked, cleaned, bounded and fenced. */
export async function shape(call: DecodedCall, deps: PipelineDeps, end: RunEnd): Promise<CallOutcome> {
  noteConnections(call);
  if (end.kind !== "returned") return shapeFailure(call, deps, failureOf(call, end));
  const returned = readReturned(call.tool, end.returned, call.scrubber);
  if (returned.status === "failed") {
    if (returned.isInvalid) call.stage = "shape";
    return shapeFailure(call, deps, { status: "failed", result: returned.result });
  }
  call.stage = "record";
  return shapeOk(call, deps, returned);
}

interface Failed {
  readonly status: Exclude<CallStatus, "ok">;
  readonly result: FailedResult;
  /** What the tool gave before it was ended. */
  readonly kept?: { readonly text: string; readonly isVerbatim: boolean };
  readonly notes?: readonly string[];
  /** The sentence is ours, with nothing from outside in it. */
  readonly isOwnSentence?: boolean;
}

function failureOf(call: DecodedCall, end: Exclude<RunEnd, { readonly kind: "returned" }>): Failed {
  switch (end.kind) {
    case "threw":
      return { status: "failed", result: end.failure };
    case "refused":
      return { status: "denied", result: end.failure };
    case "timed_out":
      return { status: "failed", ...stopped(call, end.late, timeoutFailure(call, end.limitMs)) };
    case "cancelled": {
      const cancelled = fail("cancelled", `${call.tool.name} was cancelled`);
      return { status: "cancelled", ...stopped(call, end.late, cancelled) };
    }
  }
}

function timeoutFailure(call: DecodedCall, limitMs: number): FailedResult {
  const { name } = call.tool;
  return fail("timeout", `${name} did not finish within ${limitMs / 1000} s`, {
    hint: `raise tools.timeouts.${name}, or ask for less in one call.`,
  });
}

/** The end of a call that was told to stop: its own sentence when it still had one, what it gave, what it did. */
function stopped(call: DecodedCall, late: LateEnd, general: FailedResult): Omit<Failed, "status"> {
  const returned = readReturned(call.tool, late.returned, call.scrubber);
  const own = returned.status === "failed" && isOwnSentence(returned.result) ? returned.result : undefined;
  const hint = own?.hint ?? general.hint;
  const partial = late.hasEnded && returned.status === "ok" ? returned : undefined;
  const data = own?.data ?? partial?.data;
  return {
    result: fail(general.code, own?.message ?? general.message, {
      ...(hint === undefined ? {} : { hint }),
      ...(data === undefined ? {} : { data }),
      notes: own?.notes ?? partial?.notes ?? [],
    }),
    isOwnSentence: own === undefined,
    ...(partial === undefined ? {} : { kept: { text: partial.text, isVerbatim: partial.isVerbatim } }),
    notes: [
      ...(call.changed.length === 0 ? [] : [`the change was made: ${call.changed.join(", ")}`]),
      ...(late.hasEnded ? [] : ["it did not end when it was told to; the work may still have happened"]),
    ],
  };
}

/** A service that was stopped fails with a code of the pipeline: that says less than the general sentence. */
function isOwnSentence({ code }: FailedResult): boolean {
  return code === "timeout" || !isPipelineCode(code);
}

/** A declared connection makes the text come from there. */
function noteConnections(call: DecodedCall): void {
  for (const { effect, command } of call.effects) {
    if (effect.kind === "connect" && effect.isSavedServer !== true) call.origins.add(effect.host);
    for (const { effect: named } of command?.named ?? [])
      if (named.kind === "connect") call.origins.add(named.host);
  }
}

async function shapeOk(
  call: DecodedCall,
  deps: PipelineDeps,
  result: Extract<Returned, { readonly status: "ok" }>,
): Promise<CallOutcome> {
  const { scrubber } = call;
  const blocks = checkBlocks(result.blocks);
  const text = cleanText(scrubber.text(result.text), result.isVerbatim);
  const bounded = await boundText(call, deps, text);
  return {
    status: "ok",
    call: callRecord(call, deps),
    text: fence(call, bounded.text),
    blocks: blocks.kept,
    notes: cleanNotes(call, [...call.notes, ...result.notes, ...blocks.notes, ...bounded.notes]),
    ...shapedData(call, result.data),
    ...(bounded.outputRef === undefined ? {} : { outputRef: bounded.outputRef }),
    origins: [...call.origins],
  };
}

async function shapeFailure(call: DecodedCall, deps: PipelineDeps, failed: Failed): Promise<CallOutcome> {
  const { result } = failed;
  const { scrubber } = call;
  const said = splitMessage(neverBlank(cleanText(scrubber.text(result.message)), call.tool.name));
  const message = await boundText(call, deps, said.message);
  const kept =
    failed.kept === undefined ? "" : cleanText(scrubber.text(failed.kept.text), failed.kept.isVerbatim);
  const whole = [said.rest, kept].filter((text) => text !== "").join("\n");
  const partial = whole === "" ? undefined : await boundText(call, deps, whole);
  const outputRef = message.outputRef ?? partial?.outputRef;
  const isOurs = failed.isOwnSentence === true;
  return {
    status: failed.status,
    call: callRecord(call, deps),
    code: result.code,
    message: isOurs ? message.text : fence(call, message.text),
    ...(result.hint === undefined ? {} : { hint: clampMessage(cleanText(scrubber.text(result.hint))) }),
    ...(partial === undefined ? {} : { partialText: fence(call, partial.text) }),
    notes: cleanNotes(call, [
      ...call.notes,
      ...(result.notes ?? []),
      ...(failed.notes ?? []),
      ...message.notes,
      ...(partial?.notes ?? []),
    ]),
    ...shapedData(call, result.data),
    ...(outputRef === undefined ? {} : { outputRef }),
    origins: [...call.origins],
  };
}

/**
 * A sentence is short; a longer one is shown from its start, and as a whole among what the tool gave. Output that a
 * tool puts after a blank line is no part of the sentence.
 */
function splitMessage(message: string): { readonly message: string; readonly rest: string } {
  const blank = message.indexOf("\n\n");
  const end = blank < 0 ? message.length : blank;
  if (end <= MOST_MESSAGE_CHARS) return { message, rest: "" };
  return { message: clampMessage(message.slice(0, end)), rest: message };
}

function shapedData(call: DecodedCall, data: Json | undefined): { readonly data?: Json } {
  return data === undefined ? {} : { data: wellFormedJson(call.scrubber.json(data)) };
}

function cleanNotes(call: DecodedCall, notes: readonly string[]): readonly string[] {
  return notes.map((note) => oneLine(cleanText(call.scrubber.text(note)))).filter((note) => note !== "");
}

/** Nothing needs no fence: an empty answer says so by itself. */
function fence(call: DecodedCall, text: string): string {
  const isOutside = call.origins.size > 0 && call.conversation.settings.fenceUntrusted;
  return isOutside && text.trim() !== "" ? fenceText(text) : text;
}
