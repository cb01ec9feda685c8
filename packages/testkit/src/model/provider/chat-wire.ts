import type { Json } from "@wield/core";
import { deltasOf, rawInputOf } from "../scripted-step.ts";
import { chatFault } from "./chat-fault.ts";
import { DEFAULT_USAGE, finishOf, type ProviderReply, type Wire } from "./provider-step.ts";
import { orderDeltas, textIn } from "./wire-json.ts";

const FINISH_REASONS = {
  stop: "stop",
  calls: "tool_calls",
  length: "length",
  refusal: "content_filter",
  other: "stop",
};

const DONE = "data: [DONE]\n\n";

/** Chat Completions, as platform.openai.com/docs/api-reference/chat-streaming shows it. */
export const chatWire: Wire = {
  contentType: "text/event-stream; charset=utf-8",
  fault: chatFault,
  keyOf: ({ headers }) => headers["authorization"]?.replace(/^Bearer /, ""),
  errorFrame: (type, message) =>
    `data: ${JSON.stringify({ error: { message, type, param: null, code: null } })}\n\n`,
  errorBody: ({ status, type, message = "" }) =>
    JSON.stringify({ error: { message, type: type ?? errorType(status), param: null, code: type ?? null } }),
  frames(reply, { body }) {
    const chunk = (rest: { readonly [name: string]: Json }): string =>
      `data: ${JSON.stringify({
        id: "chatcmpl-123",
        object: "chat.completion.chunk",
        created: 1_694_268_190,
        model: textIn(body["model"]) ?? "",
        system_fingerprint: "fp_44709d6fcb",
        ...rest,
      })}\n\n`;
    const choice = (delta: Json, finish: string | null = null): string =>
      chunk({ choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }], usage: null });
    const { input, output, cached } = reply.usage ?? DEFAULT_USAGE;
    const usage = {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      prompt_tokens_details: { cached_tokens: cached },
    };
    return [
      choice({ role: "assistant", content: "" }),
      ...(reply.hasPings === true ? [": OPENROUTER PROCESSING\n\n"] : []),
      ...deltas(reply).map((delta) => choice(delta)),
      choice({}, FINISH_REASONS[finishOf(reply)]),
      chunk({ choices: [], usage }),
      DONE,
    ];
  },
};

function errorType(status: number): string {
  if (status === 401) return "invalid_api_key";
  if (status === 429) return "rate_limit_exceeded";
  return status >= 500 ? "server_error" : "invalid_request_error";
}

function deltas({
  reasoning,
  text = "",
  calls = [],
  deltaLength,
  isInterleaved = false,
}: ProviderReply): readonly Json[] {
  let index = -1;
  const indices = calls.map(({ isAtSameIndex }) => (isAtSameIndex === true ? index : (index += 1)));
  const pieces = calls.map((call) => deltasOf(rawInputOf(call), deltaLength));
  const starts = calls.map(({ tool, id }, at): Json => {
    const given = id === null ? {} : { id: id ?? `call_9pw1qnYScqvGrCH58HWCvFH${at}` };
    return { index: indices[at] ?? 0, ...given, type: "function", function: { name: tool, arguments: "" } };
  });
  const inputs = orderDeltas(pieces, isInterleaved).map(({ of, delta }) => ({
    of,
    delta: { index: indices[of] ?? 0, function: { arguments: delta } } as Json,
  }));
  const ordered = isInterleaved
    ? [...starts, ...inputs.map(({ delta }) => delta)]
    : starts.flatMap((start, at) => [
        start,
        ...inputs.filter(({ of }) => of === at).map(({ delta }) => delta),
      ]);
  return [
    ...deltasOf(reasoning?.text ?? "", deltaLength).map((delta) => ({ reasoning_content: delta })),
    ...deltasOf(text, deltaLength).map((delta) => ({ content: delta })),
    ...ordered.map((call) => ({ tool_calls: [call] })),
  ];
}
