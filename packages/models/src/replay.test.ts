// Prevents: an answer lost because a provider sends something new beside it, as each of them announces in its
// documentation, or frames its events in another way that the format allows.
import { afterEach, expect, test } from "vitest";
import type { ModelAnswer, ModelEvent } from "@wield/core";
import {
  collect,
  openBench,
  person,
  PROVIDERS,
  requestOf,
  type ModelBench,
  type ProviderUnderTest,
} from "./testing/model-fixture.ts";

const [ANTHROPIC, OPENAI, GOOGLE, CHAT] = PROVIDERS;
const open: ModelBench[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map(({ server }) => server.close()));
});

async function replay(provider: ProviderUnderTest, body: string, again = "again"): Promise<ModelEvent[]> {
  for (const writeBytes of [3, 100_000]) {
    const bench = await openBench(provider, [{ body, writeBytes }, again]);
    open.push(bench);
    const events = await collect(bench.model, requestOf([person("hi")]));
    if (writeBytes > 3) return events;
  }
  return [];
}

function answerIn(events: readonly ModelEvent[]): ModelAnswer {
  const last = events.at(-1);
  if (last?.kind !== "answer") throw new Error(`no answer: ${JSON.stringify(last)}`);
  return last.answer;
}

const named = (...events: readonly (readonly [string, object])[]): string =>
  events
    .map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify({ type: event, ...data })}\n\n`)
    .join("");

const START = {
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    content: [],
    model: "claude",
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: 20,
      cache_creation_input_tokens: 5,
      cache_read_input_tokens: 400,
      cache_creation: { ephemeral_5m_input_tokens: 5, ephemeral_1h_input_tokens: 0 },
      output_tokens: 2,
      service_tier: "standard",
    },
  },
};

test("Anthropic: thinking with its signature, hidden thinking, text and parallel calls, with pings in between", async () => {
  const body = named(
    ["message_start", START],
    ["content_block_start", { index: 0, content_block: { type: "thinking", thinking: "", signature: "" } }],
    ["ping", {}],
    ["content_block_delta", { index: 0, delta: { type: "thinking_delta", thinking: "Both" } }],
    ["content_block_delta", { index: 0, delta: { type: "thinking_delta", thinking: " files." } }],
    ["content_block_delta", { index: 0, delta: { type: "signature_delta", signature: "EqQBsig" } }],
    ["content_block_stop", { index: 0 }],
    ["content_block_start", { index: 1, content_block: { type: "redacted_thinking", data: "hidden==" } }],
    ["content_block_stop", { index: 1 }],
    ["content_block_start", { index: 2, content_block: { type: "text", text: "" } }],
    ["content_block_delta", { index: 2, delta: { type: "text_delta", text: "I read both." } }],
    ["content_block_stop", { index: 2 }],
    [
      "content_block_start",
      { index: 3, content_block: { type: "tool_use", id: "toolu_1", name: "grep", input: {} } },
    ],
    ["content_block_delta", { index: 3, delta: { type: "input_json_delta", partial_json: "" } }],
    [
      "content_block_delta",
      { index: 3, delta: { type: "input_json_delta", partial_json: '{"pattern": "a' } },
    ],
    ["ping", {}],
    ["content_block_delta", { index: 3, delta: { type: "input_json_delta", partial_json: '"}' } }],
    ["content_block_stop", { index: 3 }],
    [
      "content_block_start",
      { index: 4, content_block: { type: "tool_use", id: "toolu_2", name: "glob", input: {} } },
    ],
    ["content_block_stop", { index: 4 }],
    [
      "message_delta",
      { delta: { stop_reason: "tool_use", stop_sequence: null }, usage: { output_tokens: 89 } },
    ],
    ["message_stop", {}],
  );
  expect(answerIn(await replay(ANTHROPIC, body))).toEqual({
    finish: "calls",
    usage: { input: 425, output: 89, cached: 400 },
    parts: [
      {
        kind: "reasoning",
        text: "Both files.",
        provider: "anthropic",
        opaque: { anthropic: { signature: "EqQBsig" } },
      },
      {
        kind: "reasoning",
        text: "",
        provider: "anthropic",
        opaque: { anthropic: { redactedData: "hidden==" } },
      },
      { kind: "text", text: "I read both." },
      { kind: "call", tool: "grep", rawInput: '{"pattern": "a"}' },
      { kind: "call", tool: "glob", rawInput: "{}" },
    ],
  });
});

test("Anthropic: an event, a block and a delta that nobody knows yet are passed over", async () => {
  const body = named(
    ["message_start", START],
    ["something_new", { index: 0, whatever: true }],
    ["content_block_start", { index: 0, content_block: { type: "text", text: "" } }],
    ["content_block_delta", { index: 0, delta: { type: "text_delta", text: "fine" } }],
    ["content_block_delta", { index: 0, delta: { type: "novelty_delta", value: 1 } }],
    ["content_block_stop", { index: 0 }],
    ["content_block_start", { index: 1, content_block: { type: "novelty", value: 1 } }],
    ["content_block_stop", { index: 1 }],
    [
      "message_delta",
      { delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 3 } },
    ],
    ["message_stop", {}],
  );
  const events = await replay(ANTHROPIC, body);
  expect(answerIn(events).parts).toEqual([{ kind: "text", text: "fine" }]);
  expect(events.some(({ kind }) => kind === "attempt_failed")).toBe(false);
});

test("Anthropic: a pause and a full window end the answer as what they are", async () => {
  const ended = (reason: string): string =>
    named(
      ["message_start", START],
      ["content_block_start", { index: 0, content_block: { type: "text", text: "" } }],
      ["content_block_delta", { index: 0, delta: { type: "text_delta", text: "x" } }],
      ["content_block_stop", { index: 0 }],
      ["message_delta", { delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 3 } }],
      ["message_stop", {}],
    );
  expect(answerIn(await replay(ANTHROPIC, ended("model_context_window_exceeded"))).finish).toBe("length");
  expect(answerIn(await replay(ANTHROPIC, ended("stop_sequence"))).finish).toBe("stop");
  expect(answerIn(await replay(ANTHROPIC, ended("refusal"))).finish).toBe("refusal");
  expect(answerIn(await replay(ANTHROPIC, ended("brand_new"))).finish).toBe("other");
});

const RESPONSE = { id: "resp_1", object: "response", created_at: 1, model: "gpt", output: [] };
const USAGE = {
  input_tokens: 30,
  input_tokens_details: { cached_tokens: 10 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 0 },
};

test("OpenAI: an event and an item that nobody knows yet are passed over", async () => {
  const body = named(
    ["response.created", { response: { ...RESPONSE, status: "in_progress" }, sequence_number: 0 }],
    ["response.novelty.delta", { delta: "?", obfuscation: "xYz", sequence_number: 1 }],
    [
      "response.output_item.added",
      { output_index: 0, item: { id: "n_1", type: "novelty" }, sequence_number: 2 },
    ],
    [
      "response.output_item.done",
      { output_index: 0, item: { id: "n_1", type: "novelty" }, sequence_number: 3 },
    ],
    [
      "response.output_item.added",
      {
        output_index: 1,
        item: { id: "msg_1", type: "message", role: "assistant", status: "in_progress", content: [] },
        sequence_number: 4,
      },
    ],
    [
      "response.output_text.delta",
      {
        item_id: "msg_1",
        output_index: 1,
        content_index: 0,
        delta: "fine",
        logprobs: [],
        obfuscation: "abc",
        sequence_number: 5,
      },
    ],
    [
      "response.output_item.done",
      {
        output_index: 1,
        item: {
          id: "msg_1",
          type: "message",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text: "fine", annotations: [] }],
        },
        sequence_number: 6,
      },
    ],
    [
      "response.completed",
      { response: { ...RESPONSE, status: "completed", usage: USAGE }, sequence_number: 7 },
    ],
  );
  const events = await replay(OPENAI, body);
  expect(answerIn(events)).toEqual({
    finish: "stop",
    usage: { input: 30, output: 7, cached: 10 },
    parts: [{ kind: "text", text: "fine" }],
  });
  expect(events.some(({ kind }) => kind === "attempt_failed")).toBe(false);
});

test("OpenAI: an answer that failed on its side is asked for again, one that was refused is not", async () => {
  const failed = (code: string, message: string): string =>
    named(
      ["response.created", { response: { ...RESPONSE, status: "in_progress" }, sequence_number: 0 }],
      [
        "response.failed",
        { response: { ...RESPONSE, status: "failed", error: { code, message } }, sequence_number: 1 },
      ],
    );
  const again = await replay(
    OPENAI,
    failed("server_error", "The server had an error while processing your request."),
  );
  expect(again.map(({ kind }) => kind)).toEqual(["attempt_failed", "text", "answer"]);
  const tooLong = await replay(
    OPENAI,
    failed("context_length_exceeded", "Your input exceeds the context window of this model."),
  );
  expect(tooLong).toMatchObject([{ kind: "failed", failure: { kind: "overflow" } }]);
});

const google = (...chunks: readonly object[]): string =>
  chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`).join("");

test("Google: thinking, a signed call and an unsigned one beside it", async () => {
  const part = (given: object, rest: object = {}): object => ({
    candidates: [{ content: { parts: [given], role: "model" }, index: 0, ...rest }],
    usageMetadata: {
      promptTokenCount: 50,
      candidatesTokenCount: 9,
      thoughtsTokenCount: 20,
      totalTokenCount: 79,
    },
    modelVersion: "gemini",
  });
  const body = google(
    part({ text: "Two files.", thought: true }),
    part({ functionCall: { name: "grep", args: { pattern: "a" } }, thoughtSignature: "c2ln" }),
    part({ functionCall: { name: "glob", args: {} } }, { finishReason: "STOP" }),
  );
  const answer = answerIn(await replay(GOOGLE, body));
  expect(answer.finish).toBe("calls");
  expect(answer.parts).toMatchObject([
    { kind: "reasoning", text: "Two files." },
    {
      kind: "call",
      tool: "grep",
      rawInput: '{"pattern":"a"}',
      opaque: { google: { thoughtSignature: "c2ln" } },
    },
    { kind: "call", tool: "glob", rawInput: "{}" },
  ]);
});

test("Google: a prompt that was blocked is a refusal, a call that it could not write is said", async () => {
  const blocked = google({
    promptFeedback: { blockReason: "PROHIBITED_CONTENT" },
    usageMetadata: { promptTokenCount: 5 },
  });
  expect(answerIn(await replay(GOOGLE, blocked))).toMatchObject({ finish: "refusal", parts: [] });
  const malformed = google({
    candidates: [{ content: {}, finishReason: "MALFORMED_FUNCTION_CALL", index: 0 }],
  });
  const events = await replay(GOOGLE, malformed);
  expect(events).toMatchObject([
    { kind: "notice", text: expect.stringContaining("MALFORMED_FUNCTION_CALL") },
    { kind: "answer", answer: { finish: "other", parts: [] } },
  ]);
});

test("Chat Completions: comments, other line ends, no blank behind data:, extra fields and no last mark", async () => {
  const chunk = (delta: object, finish: string | null = null): string =>
    JSON.stringify({
      id: "c",
      object: "chat.completion.chunk",
      x_new: 1,
      choices: [{ index: 0, delta, finish_reason: finish, y_new: {} }],
    });
  const call = {
    tool_calls: [{ index: 0, id: "c1", type: "function", function: { name: "grep", arguments: "{}" } }],
  };
  const lines = [
    ": OPENROUTER PROCESSING",
    "",
    `data:${chunk({ content: "a" })}`,
    "",
    `data: ${chunk(call)}`,
    "",
    `data: ${chunk({}, "tool_calls")}`,
    "",
    "",
  ];
  for (const end of ["\n", "\r\n"]) {
    expect(answerIn(await replay(CHAT, lines.join(end))).parts).toEqual([
      { kind: "text", text: "a" },
      { kind: "call", tool: "grep", rawInput: "{}" },
    ]);
  }
});

test("Chat Completions: an error in the stream, as OpenRouter and vLLM send it", async () => {
  const body = `data: ${JSON.stringify({ id: "g", choices: [{ index: 0, delta: { content: "" }, finish_reason: "error" }], error: { code: 502, message: "Upstream error from provider", metadata: { provider_name: "X" } } })}\n\ndata: [DONE]\n\n`;
  const events = await replay(CHAT, body);
  expect(events.map(({ kind }) => kind)).toEqual(["attempt_failed", "text", "answer"]);
  expect(events[0]).toMatchObject({
    failure: { kind: "overloaded", message: expect.stringContaining("Upstream error") },
  });
});

test("an error in another form than documented is told by its words", async () => {
  const odd = `data: ${JSON.stringify({ error: "model is overloaded right now" })}\n\ndata: [DONE]\n\n`;
  const events = await replay(CHAT, odd);
  expect(events[0]).toMatchObject({
    kind: "attempt_failed",
    failure: { message: expect.stringContaining("model is overloaded right now") },
  });
});
