import type { Json } from "@wield/core";
import { deltasOf, rawInputOf } from "../scripted-step.ts";
import { anthropicFault } from "./anthropic-fault.ts";
import { DEFAULT_USAGE, finishOf, type ProviderReply, type Wire } from "./provider-step.ts";
import { eventFrame, orderDeltas, textIn } from "./wire-json.ts";

const STOP_REASONS = {
  stop: "end_turn",
  calls: "tool_use",
  length: "max_tokens",
  refusal: "refusal",
  other: "pause_turn",
};

const ERROR_TYPES = new Map([
  [400, "invalid_request_error"],
  [401, "authentication_error"],
  [403, "permission_error"],
  [404, "not_found_error"],
  [413, "request_too_large"],
  [429, "rate_limit_error"],
  [500, "api_error"],
  [529, "overloaded_error"],
]);

/** Anthropic's Messages API, as docs.claude.com/en/docs/build-with-claude/streaming shows it. */
export const anthropicWire: Wire = {
  contentType: "text/event-stream; charset=utf-8",
  fault: anthropicFault,
  keyOf: ({ headers }) => headers["x-api-key"],
  errorFrame: (type, message) =>
    eventFrame("error", { type: "error", error: { details: null, type, message } }),
  errorBody: ({ status, type, message = "" }) =>
    JSON.stringify({
      type: "error",
      error: { type: type ?? ERROR_TYPES.get(status) ?? "api_error", message },
      request_id: "req_011CSHoEeqs5C35K2UUqR7Fy",
    }),
  frames(reply, { body }) {
    const { input, cached, output } = reply.usage ?? DEFAULT_USAGE;
    const usage = {
      input_tokens: input - cached,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: cached,
    };
    const start = {
      type: "message_start",
      message: {
        id: "msg_01XFDUDYJgAACzvnptvVoYEL",
        type: "message",
        role: "assistant",
        model: textIn(body["model"]) ?? "",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...usage, output_tokens: 1 },
      },
    };
    const end = {
      type: "message_delta",
      delta: { stop_reason: STOP_REASONS[finishOf(reply)], stop_sequence: null },
      usage: { ...usage, output_tokens: output },
    };
    return [
      eventFrame("message_start", start),
      ...(reply.hasPings === true ? [eventFrame("ping", { type: "ping" })] : []),
      ...blockFrames(reply),
      eventFrame("message_delta", end),
      eventFrame("message_stop", { type: "message_stop" }),
    ];
  },
};

function blockFrames(reply: ProviderReply): readonly string[] {
  const { reasoning, text = "", calls = [], deltaLength, isInterleaved = false } = reply;
  const frames: string[] = [];
  let index = 0;
  const block = (content: Json, deltas: readonly Json[]): void => {
    frames.push(
      startFrame(index, content),
      ...deltas.map((delta) => deltaFrame(index, delta)),
      stopFrame(index),
    );
    index += 1;
  };
  if (reasoning !== undefined) {
    block({ type: "thinking", thinking: "", signature: "" }, [
      ...deltasOf(reasoning.text, deltaLength).map((thinking) => ({ type: "thinking_delta", thinking })),
      ...(reasoning.signature === undefined
        ? []
        : [{ type: "signature_delta", signature: reasoning.signature }]),
    ]);
  }
  if (text !== "")
    block(
      { type: "text", text: "" },
      deltasOf(text, deltaLength).map((delta) => ({ type: "text_delta", text: delta })),
    );

  const first = index;
  const starts = calls.map(({ tool, id }, at) =>
    startFrame(first + at, {
      type: "tool_use",
      id: id ?? `toolu_01A09q90qw90lq91783${at}`,
      name: tool,
      input: {},
    }),
  );
  const pieces = calls.map((call) => deltasOf(rawInputOf(call), deltaLength));
  if (isInterleaved) {
    frames.push(...starts);
    for (const { of, delta } of orderDeltas(pieces, true)) frames.push(inputFrame(first + of, delta));
    frames.push(...calls.map((_, at) => stopFrame(first + at)));
  } else {
    for (const [at, start] of starts.entries())
      frames.push(
        start,
        ...(pieces[at] ?? []).map((delta) => inputFrame(first + at, delta)),
        stopFrame(first + at),
      );
  }
  return frames;
}

function startFrame(index: number, content_block: Json): string {
  return eventFrame("content_block_start", { type: "content_block_start", index, content_block });
}

function deltaFrame(index: number, delta: Json): string {
  return eventFrame("content_block_delta", { type: "content_block_delta", index, delta });
}

function inputFrame(index: number, partial_json: string): string {
  return deltaFrame(index, { type: "input_json_delta", partial_json });
}

function stopFrame(index: number): string {
  return eventFrame("content_block_stop", { type: "content_block_stop", index });
}
