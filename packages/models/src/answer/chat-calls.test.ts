// Prevents: calls of one answer taken for one, one taken for two, or an answer lost over a call that a server told badly.
import { describe, expect, test } from "vitest";
import type { ModelAnswer } from "@wield/core";
import type { ProviderReply, ProviderSource } from "@wield/testkit";
import { answerOf, collect, person, PROVIDERS, requestOf } from "../testing/model-fixture.ts";
import { modelBenches } from "../testing/model-benches.ts";

const CHAT = PROVIDERS[3];
const open = modelBenches();
const bench = (steps: readonly ProviderSource[]) => open(CHAT, steps);

async function answered(reply: ProviderReply): Promise<ModelAnswer> {
  const { model } = await bench([reply]);
  return answerOf(model, requestOf([person("hi")]));
}

const callsOf = (answer: ModelAnswer) => answer.parts.flatMap((part) => (part.kind === "call" ? [part] : []));

describe("Chat Completions as servers really send them", () => {
  test("a call with an empty name comes through", async () => {
    const answer = await answered({ calls: [{ tool: "", input: { a: 1 } }], deltaLength: 3 });
    expect(callsOf(answer)).toMatchObject([{ tool: "", rawInput: '{"a":1}' }]);
  });

  test("calls without ids are told apart", async () => {
    const answer = await answered({
      calls: [
        { tool: "grep", input: { pattern: "a" }, id: null },
        { tool: "grep", input: { pattern: "b" }, id: null },
      ],
    });
    expect(callsOf(answer).map(({ rawInput }) => rawInput)).toEqual(['{"pattern":"a"}', '{"pattern":"b"}']);
  });

  test("two calls at one index are parted where id and name show it", async () => {
    const answer = await answered({
      calls: [
        { tool: "grep", input: { pattern: "a" } },
        { tool: "grep", input: { pattern: "b" }, isAtSameIndex: true },
        { tool: "glob", input: { pattern: "c" }, isAtSameIndex: true },
      ],
    });
    expect(callsOf(answer)).toMatchObject([
      { tool: "grep", rawInput: '{"pattern":"a"}' },
      { tool: "grep", rawInput: '{"pattern":"b"}' },
      { tool: "glob", rawInput: '{"pattern":"c"}' },
    ]);
  });

  test("glued arguments that nothing parts stay one call, for the pipeline to refuse", async () => {
    const rawInput = '{"pattern":"a"}{"pattern":"b"}';
    const answer = await answered({ calls: [{ tool: "grep", rawInput }], deltaLength: 4 });
    expect(callsOf(answer)).toMatchObject([{ tool: "grep", rawInput }]);
  });

  const chunk = (toolCalls: unknown, finish: string | null = null): string =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: toolCalls === null ? {} : { tool_calls: toolCalls }, finish_reason: finish }] })}\n\n`;

  test.each<[string, readonly string[], readonly [string, string][]]>([
    [
      "name and id repeated with every piece",
      [
        chunk([{ index: 0, id: "c", function: { name: "grep", arguments: '{"pat' } }]),
        chunk([{ index: 0, id: "c", function: { name: "grep", arguments: 'tern":"a"}' } }]),
        chunk([{ index: 0, id: "c", function: { name: "grep", arguments: "" } }]),
      ],
      [["grep", '{"pattern":"a"}']],
    ],
    [
      "no index, each call whole",
      [
        chunk([{ id: "c1", function: { name: "grep", arguments: '{"pattern":"a"}' } }]),
        chunk([{ id: "c2", function: { name: "grep", arguments: '{"pattern":"b"}' } }]),
      ],
      [
        ["grep", '{"pattern":"a"}'],
        ["grep", '{"pattern":"b"}'],
      ],
    ],
    [
      "the name comes after the arguments began",
      [
        chunk([{ index: 0, id: "c1", function: { arguments: '{"pattern"' } }]),
        chunk([{ index: 0, function: { name: "grep", arguments: ':"a"}' } }]),
      ],
      [["grep", '{"pattern":"a"}']],
    ],
    [
      "another name at the same index, without ids",
      [
        chunk([{ index: 0, function: { name: "grep", arguments: '{"pattern":' } }]),
        chunk([{ index: 0, function: { name: "glob", arguments: "{}" } }]),
      ],
      [
        ["grep", '{"pattern":'],
        ["glob", "{}"],
      ],
    ],
    ["no name at all", [chunk([{ index: 0, id: "c1", function: { arguments: "{}" } }])], [["", "{}"]]],
    [
      "an id that comes late, and pieces in turns",
      [
        chunk([{ index: 0, function: { name: "grep", arguments: "" } }]),
        chunk([{ index: 1, function: { name: "glob", arguments: "" } }]),
        chunk([
          { index: 0, id: "c1", function: { arguments: '{"a":1}' } },
          { index: 1, function: { arguments: "{}" } },
        ]),
      ],
      [
        ["grep", '{"a":1}'],
        ["glob", "{}"],
      ],
    ],
  ])("%s", async (_what, chunks, expected) => {
    const { model } = await bench([
      { body: `${chunks.join("")}${chunk(null, "tool_calls")}data: [DONE]\n\n` },
    ]);
    const answer = await answerOf(model, requestOf([person("hi")]));
    expect(callsOf(answer).map(({ tool, rawInput }) => [tool, rawInput])).toEqual(expected);
  });

  test("a stream whose JSON is broken is asked for again", async () => {
    const { model } = await bench([
      { body: `${chunk([], null)}data: {"choices":[{"del\n\ndata: [DONE]\n\n` },
      "ok",
    ]);
    const events = await collect(model, requestOf([person("hi")]));
    expect(events.at(-1)).toMatchObject({ kind: "answer" });
  });
});
