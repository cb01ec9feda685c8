// Prevents: an adapter that reads or writes a provider's format differently from what is documented; a request that a
// strict server refuses.
import { expect, test } from "vitest";
import {
  answerOf,
  card,
  collect,
  person,
  PROVIDERS,
  requestOf,
  result,
  stored,
} from "./testing/model-fixture.ts";
import { modelBenches } from "./testing/model-benches.ts";

const bench = modelBenches();

test.each(PROVIDERS)(
  "$id: text comes as deltas that join to it, wherever the bytes are cut",
  async (provider) => {
    const text = "Grüße 😀 — done.\n";
    for (const writeBytes of [1, 7, 100_000]) {
      const { model, server } = await bench(provider, [{ text, deltaLength: 3, writeBytes, hasPings: true }]);
      const events = await collect(model, requestOf([person("hi")]));
      const deltas = events.flatMap((event) => (event.kind === "text" ? [event.delta] : []));
      expect(deltas.join("")).toBe(text);
      expect(events.at(-1)).toEqual({
        kind: "answer",
        answer: {
          parts: [{ kind: "text", text }],
          finish: "stop",
          usage: { input: 100, output: 10, cached: 0 },
        },
      });
      server.assertDone();
    }
  },
);

test.each(PROVIDERS)(
  "$id: thinking, text and two calls in one answer go back as they came",
  async (provider) => {
    const { model, server } = await bench(provider, [
      {
        reasoning: { text: "Let me look.", signature: "c2lnbmF0dXJl" },
        text: "I look.",
        calls: [
          { tool: "grep", input: { pattern: "a" }, signature: "c2lnMg==" },
          { tool: "grep", input: { pattern: "b" } },
        ],
        deltaLength: 4,
        isInterleaved: true,
      },
      "both seen",
    ]);
    const asked = person("look");
    const answer = await answerOf(model, requestOf([asked]));
    expect(answer.finish).toBe("calls");
    expect(answer.parts.filter((part) => part.kind === "call")).toMatchObject([
      { tool: "grep", rawInput: '{"pattern":"a"}' },
      { tool: "grep", rawInput: '{"pattern":"b"}' },
    ]);
    expect(answer.parts.find((part) => part.kind === "reasoning")).toMatchObject({ text: "Let me look." });
    const next = [
      asked,
      stored(model, answer, "call_1", "call_2"),
      result("call_1", "one"),
      result("call_2", "two"),
    ];
    expect(await answerOf(model, requestOf(next))).toMatchObject({
      parts: [{ kind: "text", text: "both seen" }],
    });
    server.assertDone();
  },
);

test("several tools are sent in their order", async () => {
  const { model, server } = await bench(PROVIDERS[0], ["x"]);
  await answerOf(model, requestOf([person("hi")], [card("glob"), card("grep")]));
  expect(server.requests[0]?.body["tools"]).toMatchObject([{ name: "glob" }, { name: "grep" }]);
});
