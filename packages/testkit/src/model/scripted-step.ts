import type { FinishReason, JsonObject, ModelFailure, ModelRequest, TokenUsage } from "@wield/core";

/** A call as a model would send it. */
export interface ScriptedCall {
  readonly tool: string;
  /** Well-formed arguments. */
  readonly input?: JsonObject;
  /** Arguments as raw text, malformed ones too; goes before `input`. */
  readonly rawInput?: string;
  /** The answer ends inside these arguments. */
  readonly wasCutOff?: boolean;
}

/** What a model answers: thinking, then text, then calls. */
export interface ScriptedAnswer {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  /** `calls` when there are calls, else `stop`. */
  readonly finish?: FinishReason;
  readonly usage?: TokenUsage;
  /** Characters per delta; the whole text in one otherwise. */
  readonly chunkLength?: number;
  /** Attempts that fail before this answer comes: each streams its text, is withdrawn, and is told. */
  readonly failedAttempts?: readonly { readonly text?: string; readonly failure: ModelFailure }[];
  readonly notices?: readonly string[];
  /** The answer waits for this, or for the cancel, after its text and before its calls. */
  readonly until?: Promise<unknown>;
}

/** A request that never gets an answer. */
export type ScriptedEnd =
  /** Streams the text, then fails for good. */
  | { readonly failed: ModelFailure; readonly text?: string }
  /** Streams the text, then sends nothing more until it is cancelled. */
  | { readonly hangs: true; readonly text?: string }
  /** A model port that breaks its promise: the stream throws. */
  | { readonly throws: Error; readonly text?: string }
  /** A model port that breaks its promise: the stream ends without its last event. */
  | { readonly endsEarly: true; readonly text?: string };

/** One answer of the script. A text is an answer with nothing else. */
export type ScriptedStep = string | ScriptedAnswer | ScriptedEnd;

/** May depend on the request, such as on a result that came. `index` counts requests from 0. */
export type ScriptedSource = ScriptedStep | ((request: ModelRequest, index: number) => ScriptedStep);

export function rawInputOf(call: Pick<ScriptedCall, "input" | "rawInput">): string {
  return call.rawInput ?? JSON.stringify(call.input ?? {});
}

/** Cuts text into deltas that join to it again; never inside a surrogate pair. */
export function deltasOf(text: string, chunkLength = Number.POSITIVE_INFINITY): readonly string[] {
  if (text === "") return [];
  if (text.length <= chunkLength) return [text];
  const deltas: string[] = [];
  for (const character of text) {
    const last = deltas.at(-1);
    if (last === undefined || last.length + character.length > chunkLength) deltas.push(character);
    else deltas[deltas.length - 1] = last + character;
  }
  return deltas;
}
