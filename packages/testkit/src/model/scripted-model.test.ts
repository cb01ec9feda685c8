// Prevents: a scripted model that takes what a real provider would refuse, so that a broken history passes every test.
import type {
  AssistantMessage,
  Message,
  ModelEvent,
  ModelRequest,
  ResultMessage,
  UserMessage,
} from "@wield/core";
import { expect, test } from "vitest";
import { requestFaults } from "./request-faults.ts";
import { scriptedModel, type ScriptedModel } from "./scripted-model.ts";

const asked: UserMessage = {
  role: "user",
  id: "m1",
  origin: "person",
  parts: [{ kind: "text", text: "hi" }],
};

function called(...callIds: readonly string[]): AssistantMessage {
  const parts = callIds.map((callId) => ({ kind: "call" as const, callId, tool: "grep", rawInput: "{}" }));
  return { role: "assistant", id: `a-${callIds.join()}`, model: "scripted/model", parts };
}

function result(callId: string, text = "none"): ResultMessage {
  return { role: "result", id: `r-${callId}`, callId, tool: "grep", status: "ok", text, origins: [] };
}

function request(messages: readonly Message[]): ModelRequest {
  return { system: "You help.", messages, tools: [] };
}

async function collect(
  model: ScriptedModel,
  given = request([asked]),
  signal?: AbortSignal,
): Promise<ModelEvent[]> {
  return Array.fromAsync(model.stream(given, signal ?? new AbortController().signal));
}

test("an answer comes as deltas that join to it, then whole", async () => {
  const model = scriptedModel([
    { reasoning: "well", text: "a 😀 b", chunkLength: 2, calls: [{ tool: "grep", input: { pattern: "x" } }] },
  ]);
  const events = await collect(model);
  const text = events.flatMap((event) => (event.kind === "text" ? [event.delta] : []));
  expect(text.join("")).toBe("a 😀 b");
  expect(text.length).toBeGreaterThan(2);
  expect(text.every((delta) => delta.isWellFormed())).toBe(true);
  expect(events.at(-1)).toMatchObject({
    kind: "answer",
    answer: {
      finish: "calls",
      parts: [
        { kind: "reasoning", text: "well", provider: "scripted" },
        { kind: "text", text: "a 😀 b" },
        { kind: "call", tool: "grep", rawInput: `{"pattern":"x"}` },
      ],
    },
  });
  model.assertDone();
});

test("a failed attempt withdraws what it streamed", async () => {
  const failure = { kind: "overloaded", message: "busy" } as const;
  const model = scriptedModel([{ failedAttempts: [{ text: "ha", failure }], text: "hello" }]);
  expect((await collect(model)).map((event) => event.kind)).toEqual([
    "text",
    "attempt_failed",
    "reset",
    "text",
    "answer",
  ]);
});

test("a hanging answer ends with the cancel, and one that waits for something too", async () => {
  for (const step of [
    { hangs: true, text: "h" },
    { text: "h", until: new Promise(() => {}) },
  ] as const) {
    const cancel = new AbortController();
    const seen: string[] = [];
    for await (const event of scriptedModel([step]).stream(request([asked]), cancel.signal)) {
      seen.push(event.kind);
      cancel.abort();
    }
    expect(seen).toEqual(["text", "cancelled"]);
  }
});

test("a step sees the request it answers", async () => {
  const model = scriptedModel([(given, index) => `${given.messages.length} ${index}`]);
  expect((await collect(model))[0]).toEqual({ kind: "text", delta: "1 0" });
});

test("a request beyond the script is a fault, unless the script says what comes afterwards", async () => {
  await expect(collect(scriptedModel([]))).rejects.toThrow("script ends after 0 steps");
  expect((await collect(scriptedModel([], { afterwards: "more" })))[0]).toEqual({
    kind: "text",
    delta: "more",
  });
});

test("a script that was not used up is told", () => {
  expect(() => scriptedModel(["one"]).assertDone()).toThrow("only 0 of 1 steps");
});

test("a request that a provider takes has no faults", () => {
  const messages = [asked, called("c1", "c2"), result("c1"), result("c2"), called("c3"), result("c3"), asked];
  expect(requestFaults(request(messages))).toEqual([]);
});

test.each<[string, readonly Message[]]>([
  ["there are no messages", []],
  ["starts with a message of role result", [result("c1")]],
  ["the last message is an answer", [asked, { ...called(), parts: [{ kind: "text", text: "done" }] }]],
  ["the call c1 has no result", [asked, called("c1")]],
  ["the call c2 has no result before message 3", [asked, called("c1", "c2"), result("c1"), asked]],
  ["which no call waits for", [asked, called("c1"), result("c1"), result("c1")]],
  ["but the next call is c1", [asked, called("c1", "c2"), result("c2"), result("c1")]],
  ["the id c1 stands for two calls", [asked, called("c1"), result("c1"), called("c1"), result("c1")]],
  [
    "a result of grep, but c1 called glob",
    [
      asked,
      { ...called(), parts: [{ kind: "call", callId: "c1", tool: "glob", rawInput: "{}" }] },
      result("c1"),
    ],
  ],
  ['has a call with the id ""', [asked, called(""), result("")]],
  [
    "are no JSON object",
    [
      asked,
      { ...called(), parts: [{ kind: "call", callId: "c1", tool: "grep", rawInput: "[1]" }] },
      result("c1"),
    ],
  ],
  [
    "hold a lone surrogate",
    [
      asked,
      {
        ...called(),
        parts: [{ kind: "call", callId: "c1", tool: "grep", rawInput: String.raw`{"a":"\ud800"}` }],
      },
      result("c1"),
    ],
  ],
  ["message 2 holds a lone surrogate", [asked, called("c1"), result("c1", "\ud800")]],
  ["message 0 (user) is empty", [{ ...asked, parts: [] }]],
  ["message 0 (user) is empty", [{ ...asked, parts: [{ kind: "text", text: " \n" }] }]],
])("a strict provider refuses it: %s", async (sentence, messages) => {
  expect(requestFaults(request(messages)).join("\n")).toContain(sentence);
  const model = scriptedModel(["never"]);
  await expect(collect(model, request(messages))).rejects.toThrow("would be refused");
  expect(() => model.assertDone()).toThrow("would be refused");
});

test("an image is a fault for a model that sees none", () => {
  const image = { type: "image", mediaType: "image/png", bytes: new Uint8Array([1]) } as const;
  const model = scriptedModel(["x"], { facts: { canSeeImages: false } });
  const given = request([{ ...asked, parts: [...asked.parts, { kind: "image", image }] }]);
  expect(requestFaults(given)).toEqual([]);
  expect(requestFaults(given, model.facts)).toEqual([
    "message 0 holds an image, which this model does not take",
  ]);
});
