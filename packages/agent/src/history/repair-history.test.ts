// Prevents: a conversation that no provider takes any more because one message of it is broken.
import type {
  AssistantMessage,
  CallPart,
  Message,
  ModelFacts,
  ResultMessage,
  UserMessage,
} from "@wield/core";
import { requestFaults } from "@wield/testkit";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createCleaner } from "./clean-message.ts";
import { createHistoryRepair, INTERRUPTED } from "./repair-history.ts";

const facts = { provider: "one", canSeeImages: true };
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

function person(text: string, id = `u-${text}`): UserMessage {
  return { role: "user", id, origin: "person", parts: [{ kind: "text", text }] };
}

function answer(
  text: string,
  ...calls: readonly (Partial<CallPart> & { readonly callId: string })[]
): AssistantMessage {
  return {
    role: "assistant",
    id: `a-${text}-${calls.map(({ callId }) => callId).join()}`,
    model: "one/m",
    parts: [
      ...(text === "" ? [] : [{ kind: "text" as const, text }]),
      ...calls.map((call) => ({ kind: "call" as const, tool: "grep", rawInput: "{}", ...call })),
    ],
  };
}

function result(callId: string, text = "found", more: Partial<ResultMessage> = {}): ResultMessage {
  return {
    role: "result",
    id: `r-${callId}-${text}`,
    callId,
    tool: "grep",
    status: "ok",
    text,
    origins: [],
    ...more,
  };
}

function repair(
  messages: readonly Message[],
  with_: Pick<ModelFacts, "provider" | "canSeeImages"> = facts,
): readonly Message[] {
  const repaired = createHistoryRepair(createCleaner(with_))(messages);
  const asked = repaired.at(-1)?.role === "assistant" ? [...repaired, person("next")] : repaired;
  expect(requestFaults({ system: "", messages: asked, tools: [] }, { ...FACTS, ...with_ })).toEqual([]);
  return repaired;
}

const FACTS: ModelFacts = {
  id: "one/m",
  provider: "one",
  contextWindow: 1000,
  maxOutputTokens: 100,
  canSeeImages: true,
  maxTools: 10,
};

test("a complete history passes as it is", () => {
  const messages = [
    person("hi"),
    answer("looking", { callId: "c1" }, { callId: "c2" }),
    result("c1"),
    result("c2"),
    answer("done"),
    person("more"),
  ];
  expect(createHistoryRepair(createCleaner(facts))(messages)).toBe(messages);
});

test("a call without a result is answered as interrupted, right behind its message", () => {
  const repaired = repair([
    person("hi"),
    answer("", { callId: "c1" }, { callId: "c2" }),
    result("c2"),
    person("go on"),
  ]);
  expect(repaired.map(({ role }) => role)).toEqual(["user", "assistant", "result", "result", "user"]);
  expect(repaired[2]).toMatchObject({ callId: "c1", text: INTERRUPTED, code: "interrupted" });
  expect(repaired[3]).toMatchObject({ callId: "c2", text: "found" });
});

test("a result without a call and a second result for one call are left out", () => {
  const repaired = repair([
    person("hi"),
    answer("", { callId: "c1" }),
    result("c1"),
    result("c1", "again"),
    result("c9"),
    person("go on"),
  ]);
  expect(repaired).toHaveLength(4);
  expect(repaired[2]).toMatchObject({ text: "found" });
});

test("results stand in the order of their calls", () => {
  const repaired = repair([
    person("hi"),
    answer("", { callId: "c1" }, { callId: "c2" }),
    result("c2"),
    result("c1"),
  ]);
  expect(repaired.slice(2)).toMatchObject([{ callId: "c1" }, { callId: "c2" }]);
});

test("ids that repeat or are missing become new ones; pairs are kept by their place", () => {
  const repaired = repair([
    person("hi"),
    answer("", { callId: "c" }, { callId: "c" }, { callId: "" }),
    result("c", "first"),
    result("c", "second"),
    result("", "third"),
    answer("", { callId: "c" }),
    result("c", "fourth"),
  ]);
  const texts = repaired.flatMap((message) => (message.role === "result" ? [message.text] : []));
  expect(texts).toEqual(["first", "second", "third", "fourth"]);
});

test("arguments that are no object are sent as none, and the result holds what came", () => {
  for (const rawInput of ['{"path": "a.txt", "content', "[1]", '"x"', "{} trailing", "\u0000"]) {
    const repaired = repair([
      person("hi"),
      answer("", { callId: "c1", rawInput }),
      result("c1", "invalid arguments"),
    ]);
    expect(repaired[1]).toMatchObject({ parts: [{ rawInput: "{}" }] });
    expect(repaired[2]).toMatchObject({
      text: `invalid arguments\nThe arguments that came were no JSON object: ${rawInput}`,
    });
  }
});

test("empty messages are left out, and a history starts with somebody asking", () => {
  const repaired = repair([
    result("c0"),
    answer("early"),
    person("hi"),
    person("  "),
    answer(" "),
    answer("well"),
    person("go on"),
  ]);
  expect(repaired.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
});

test("half a character and control codes do not reach a provider", () => {
  const repaired = repair([
    person("a\ud800b\u0007c"),
    answer("x\udc00", { callId: "c1", rawInput: String.raw`{"path":"\ud83d","\ud83d":1}` }),
    result("c1", "y\ud800"),
  ]);
  expect(repaired[0]).toMatchObject({ parts: [{ text: "a\ufffdbc" }] });
  expect(repaired[1]).toMatchObject({
    parts: [{ text: "x\ufffd" }, { rawInput: '{"path":"\ufffd","\ufffd":1}' }],
  });
  expect(repaired[2]).toMatchObject({ text: "y\ufffd" });
});

test("an image that is broken, or that the model does not see, is one line", () => {
  const image = { type: "image" as const, mediaType: "image/png", bytes: PNG };
  const broken = { ...image, bytes: Uint8Array.of(1, 2) };
  const messages = [
    {
      ...person("look"),
      parts: [
        { kind: "image" as const, image },
        { kind: "image" as const, image: broken },
      ],
    },
    answer("", { callId: "c1" }),
    result("c1", "shown", { images: [image] }),
  ];
  expect(JSON.stringify(repair(messages)[0])).toContain("it is broken and was left out");
  const blind = repair(messages, { provider: "one", canSeeImages: false });
  expect(blind[2]).toMatchObject({ text: expect.stringContaining("shown\n[image: image/png") });
  expect(blind[2]).not.toHaveProperty("images");
});

test("thinking and marks of another provider are left out", () => {
  const opaque = { signature: "s" };
  const message: AssistantMessage = {
    ...answer("", { callId: "c1", provider: "other", opaque }),
    parts: [
      { kind: "reasoning", text: "theirs", provider: "other", opaque },
      { kind: "reasoning", text: "ours", provider: "one", opaque },
      ...answer("", { callId: "c1", provider: "other", opaque }).parts,
    ],
  };
  const [, repaired] = repair([person("hi"), message, result("c1")]);
  expect(repaired).toMatchObject({ parts: [{ text: "ours", opaque }, { callId: "c1" }] });
  expect(JSON.stringify(repaired)).not.toContain("other");
});

test("names and ids that no provider takes are rewritten in call and result", () => {
  const repaired = repair([
    person("hi"),
    answer("", { callId: "call 1/é", tool: "run a tool!" }, { callId: "c2", tool: "" }),
    result("call 1/é", "x", { tool: "run a tool!" }),
    result("c2", "y", { tool: "" }),
  ]);
  expect(repaired[2]).toMatchObject({ callId: "call_1__", tool: "run_a_tool_" });
  expect(repaired[3]).toMatchObject({ tool: "unknown" });
});

test("whatever a history holds, a strict provider takes it", () => {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("", " ", "\ud800", "x\u0000"));
  const id = fc.constantFrom("a", "b", "", "a b", "c".repeat(80));
  const rawInput = fc.oneof(
    fc.constantFrom("{}", "", "[", "[1]", "null", '{"a":1}', String.raw`{"\ud800":"\udfff"}`),
    fc.string(),
  );
  const call = fc.record({ callId: id, rawInput, tool: fc.constantFrom("grep", "", "ö") });
  const message: fc.Arbitrary<Message> = fc.oneof(
    text.map((one) => person(one)),
    fc.tuple(text, fc.array(call, { maxLength: 3 })).map(([one, calls]) => answer(one, ...calls)),
    fc.tuple(id, text).map(([one, said]) => result(one, said)),
  );
  fc.assert(
    fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
      const unique = messages.map((one, index) => ({ ...one, id: `m${index}` }));
      repair([person("start"), ...unique, person("end")]);
    }),
    { numRuns: 1000 },
  );
});

test("repairing a repaired history changes nothing", () => {
  const repaired = createHistoryRepair(createCleaner(facts))([
    person("hi"),
    answer("", { callId: "c1", rawInput: "[" }, { callId: "c1" }),
    result("c1"),
  ]);
  expect(createHistoryRepair(createCleaner(facts))(repaired)).toBe(repaired);
});

test("a history that grows, or loses its end, is repaired as one that is new", () => {
  const call = fc.record({ callId: fc.constantFrom("a", "b", ""), rawInput: fc.constantFrom("{}", "[") });
  const message: fc.Arbitrary<Message> = fc.oneof(
    fc.constantFrom("x", " ").map((one) => person(one)),
    fc.array(call, { maxLength: 3 }).map((calls) => answer("", ...calls)),
    fc.constantFrom("a", "b").map((id) => result(id)),
  );
  const sizes = fc.array(fc.nat(14), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 14 }), sizes, (messages, lengths) => {
      const clean = createCleaner(facts);
      const growing = createHistoryRepair(clean);
      for (const length of lengths) {
        const part = messages.slice(0, length);
        expect(growing(part)).toEqual(createHistoryRepair(clean)(part));
      }
    }),
    { numRuns: 500 },
  );
});
