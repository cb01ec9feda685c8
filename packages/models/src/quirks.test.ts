// Prevents: a habit of one provider that changes which calls are run, with what arguments, or that a conversation
// moved from one provider to another is refused.
import { describe, expect, test } from "vitest";
import type { ModelAnswer } from "@wield/core";
import type { ProviderReply } from "@wield/testkit";
import {
  answerOf,
  called,
  card,
  collect,
  person,
  PROVIDERS,
  requestOf,
  result,
  stored,
  type ProviderUnderTest,
} from "./testing/model-fixture.ts";
import { modelBenches } from "./testing/model-benches.ts";

const [ANTHROPIC, OPENAI, GOOGLE, CHAT] = PROVIDERS;
const bench = modelBenches();

async function answered(provider: ProviderUnderTest, reply: ProviderReply): Promise<ModelAnswer> {
  const { model } = await bench(provider, [reply]);
  return answerOf(model, requestOf([person("hi")]));
}

const callsOf = (answer: ModelAnswer) => answer.parts.flatMap((part) => (part.kind === "call" ? [part] : []));

describe.each([ANTHROPIC, OPENAI, CHAT])("$id", (provider) => {
  test("Q-001: a call that was cut off is marked, its complete siblings are not", async () => {
    const answer = await answered(provider, {
      calls: [
        { tool: "grep", input: { pattern: "a" } },
        { tool: "write_file", rawInput: '{"path":"a.txt","content":"line1\\nline2' },
      ],
      finish: "length",
      deltaLength: 5,
    });
    expect(answer.finish).toBe("length");
    const [first, second] = callsOf(answer);
    expect(first).toMatchObject({ tool: "grep", rawInput: '{"pattern":"a"}' });
    expect(first).not.toHaveProperty("wasCutOff");
    expect(second).toMatchObject({ tool: "write_file", wasCutOff: true });
    expect(second?.rawInput).toContain("line1");
  });

  test("Q-001: a call that was cut off before its first argument is not taken for one without arguments", async () => {
    const answer = await answered(provider, {
      calls: [{ tool: "write_file", rawInput: "" }],
      finish: "length",
    });
    expect(callsOf(answer)).toMatchObject([{ tool: "write_file", wasCutOff: true }]);
  });

  test("an answer that was cut off behind a whole call leaves the call whole", async () => {
    const answer = await answered(provider, { calls: [{ tool: "grep", input: {} }], finish: "length" });
    expect(callsOf(answer)[0]).not.toHaveProperty("wasCutOff");
  });

  test.each([
    '{"path": "a.txt", "content',
    '{"{"a":1}',
    "[1]",
    '"x"',
    "{} trailing",
    '{"a":"line\nbreak"}',
    String.raw`{"a":"\U0001F600"}`,
    '{"a":"an "unescaped" quote"}',
  ])("Q-002, Q-003: the arguments %j come as they were sent", async (rawInput) => {
    const { model, server } = await bench(provider, [
      { calls: [{ tool: "grep", rawInput }], deltaLength: 3 },
      "ok",
    ]);
    const asked = person("hi");
    const answer = await answerOf(model, requestOf([asked]));
    expect(callsOf(answer)).toMatchObject([{ tool: "grep", rawInput }]);
    // A strict server takes the next request, whatever was stored.
    const messages = [
      asked,
      stored(model, answer, "call_1"),
      result("call_1", "invalid arguments", { status: "failed" }),
    ];
    await answerOf(model, requestOf(messages));
    server.assertDone();
  });

  test("Q-005: the same id twice in one answer is two calls", async () => {
    const answer = await answered(provider, {
      calls: [
        { tool: "grep", input: { pattern: "a" }, id: "dup" },
        { tool: "glob", input: { pattern: "b" }, id: "dup" },
      ],
      deltaLength: 4,
    });
    expect(callsOf(answer)).toMatchObject([
      { tool: "grep", rawInput: '{"pattern":"a"}' },
      { tool: "glob", rawInput: '{"pattern":"b"}' },
    ]);
  });
});

describe.each(PROVIDERS)("$id", (provider) => {
  test("Q-004: an id that comes again in a later answer does no harm", async () => {
    const reply: ProviderReply = { calls: [{ tool: "grep", input: { pattern: "a" }, id: "call_0" }] };
    const { model, server } = await bench(provider, [reply, reply, "done"]);
    const asked = person("hi");
    const first = stored(model, await answerOf(model, requestOf([asked])), "call_a");
    const second = stored(
      model,
      await answerOf(model, requestOf([asked, first, result("call_a")])),
      "call_b",
    );
    const whole = [asked, first, result("call_a"), second, result("call_b")];
    await answerOf(model, requestOf(whole));
    server.assertDone();
  });

  test("Q-007: calls and results stand in the next request once and in order, failed ones too", async () => {
    const { model, server } = await bench(provider, ["fine"]);
    const messages = [
      person("first"),
      called({ callId: "call_1" }, { callId: "call_2" }),
      result("call_1", "three ids: 7, 8, 9"),
      result("call_2", "no such file", { status: "failed", code: "not_found" }),
      person("use the second"),
    ];
    await answerOf(model, requestOf(messages));
    const body = JSON.stringify(server.requests[0]?.body);
    for (const text of ["three ids: 7, 8, 9", "no such file", "use the second"])
      expect(body.split(text), text).toHaveLength(2);
    expect(body.indexOf("three ids")).toBeLessThan(body.indexOf("no such file"));
    server.assertDone();
  });

  test("an empty answer is an answer, for the loop to judge", async () => {
    expect(await answered(provider, {})).toMatchObject({ parts: [], finish: "stop" });
  });

  test("a filter ends the answer as a refusal, and its calls are not handed out", async () => {
    const answer = await answered(provider, {
      text: "I",
      calls: [{ tool: "grep", input: {} }],
      finish: "refusal",
    });
    expect(answer).toMatchObject({ finish: "refusal", parts: [{ kind: "text", text: "I" }] });
    expect(callsOf(answer)).toEqual([]);
  });

  test("thinking goes back to its provider only", async () => {
    const { model, server } = await bench(provider, ["fine"]);
    const own = model.facts.provider;
    const parts = [
      { kind: "reasoning" as const, text: "foreign", provider: own === "openai" ? "anthropic" : "openai" },
      { kind: "text" as const, text: "answer" },
    ];
    await answerOf(model, requestOf([person("hi"), { ...called(), parts }, person("more")]));
    expect(JSON.stringify(server.requests[0]?.body)).not.toContain("foreign");
    server.assertDone();
  });

  test("a cancel ends the stream at once, before and in the middle of an answer", async () => {
    const { model } = await bench(provider, [
      { text: "half an answer", deltaLength: 3, breaksAfter: { events: 6, how: "silence" } },
    ]);
    const cancel = new AbortController();
    const seen: string[] = [];
    for await (const event of model.stream(requestOf([person("hi")]), cancel.signal)) {
      seen.push(event.kind);
      cancel.abort();
    }
    expect(seen.at(-1)).toBe("cancelled");
    expect(await collect(model, requestOf([person("hi")]), AbortSignal.abort())).toEqual([
      { kind: "cancelled" },
    ]);
  });
});

test("signed thinking goes back to Anthropic as it came", async () => {
  const { model, server } = await bench(ANTHROPIC, [
    { reasoning: { text: "hm", signature: "c2ln" }, text: "first" },
    "second",
  ]);
  const asked = person("hi");
  const answer = stored(model, await answerOf(model, requestOf([asked])));
  await answerOf(model, requestOf([asked, answer, person("more")]));
  expect(server.requests[1]?.body["messages"]).toMatchObject([
    { role: "user" },
    {
      role: "assistant",
      content: [{ type: "thinking", thinking: "hm", signature: "c2ln" }, { type: "text" }],
    },
    { role: "user" },
  ]);
  server.assertDone();
});

test("Anthropic is told what it may keep: the tools, the system prompt and the newest messages", async () => {
  const { model, server } = await bench(ANTHROPIC, ["ok"]);
  await answerOf(
    model,
    requestOf([person("one"), called({ callId: "c1" }), result("c1")], [card("glob"), card("grep")]),
  );
  const mark = { cache_control: { type: "ephemeral" } };
  expect(server.requests[0]?.body).toMatchObject({
    system: [{ text: "You help.", ...mark }],
    tools: [{ name: "glob" }, { name: "grep", ...mark }],
    messages: [{ content: [mark] }, { role: "assistant" }, { content: [{ type: "tool_result", ...mark }] }],
  });
  server.assertDone();
});

test("thinking that OpenAI itself does not take any more is left out, once and for all", async () => {
  const { model, server } = await bench(OPENAI, ["fine", "fine again"]);
  const parts = [
    {
      kind: "reasoning" as const,
      text: "old",
      provider: "openai",
      opaque: { openai: { itemId: "rs_1", reasoningEncryptedContent: "from another account" } },
    },
    { kind: "text" as const, text: "answer" },
  ];
  const messages = [person("hi"), { ...called(), parts }, person("more")];
  const events = await collect(model, requestOf(messages));
  expect(events.map(({ kind }) => kind)).toEqual(["attempt_failed", "text", "answer"]);
  await answerOf(model, requestOf(messages));
  expect(server.faults).toHaveLength(1);
});

test("a model that takes one call per answer is told them one after the other", async () => {
  const refusal = { status: 400, message: "This model only supports single tool-calls at once!" };
  const { model, server } = await bench(CHAT, [refusal, "fine"]);
  const messages = [
    person("hi"),
    called({ callId: "c1" }, { callId: "c2" }),
    result("c1", "one"),
    result("c2", "two"),
  ];
  await answerOf(model, requestOf(messages));
  expect(server.requests[1]?.body).toMatchObject({
    parallel_tool_calls: false,
    messages: [
      { role: "system" },
      { role: "user" },
      { role: "assistant", tool_calls: [{ id: "c1" }] },
      { role: "tool", tool_call_id: "c1" },
      { role: "assistant", tool_calls: [{ id: "c2" }] },
      { role: "tool", tool_call_id: "c2" },
    ],
  });
  server.assertDone();
});

test("Mistral's ids have nine characters, and an answer stands between a result and a person", async () => {
  const { model, server } = await bench({ id: "mistral/large", path: "/v1" }, ["fine"]);
  await answerOf(
    model,
    requestOf([person("hi"), called({ callId: "call_1" }), result("call_1"), person("and")]),
  );
  expect(server.requests[0]?.body["messages"]).toMatchObject([
    { role: "system" },
    { role: "user" },
    { role: "assistant", tool_calls: [{ id: expect.stringMatching(/^[A-Za-z0-9]{9}$/) }] },
    { role: "tool", tool_call_id: expect.stringMatching(/^[A-Za-z0-9]{9}$/) },
    { role: "assistant" },
    { role: "user" },
  ]);
  server.assertDone();
});

test("more tools than a provider takes: built-in ones first, then by name, and one notice", async () => {
  for (const provider of [OPENAI, GOOGLE, CHAT]) {
    const { model, server } = await bench(provider, ["ok", "ok"]);
    const names = [
      ...Array.from({ length: 140 }, (_, at) => `mcp__a__t${at}`),
      "write_file",
      "zip",
    ].toSorted();
    const asking = requestOf([person("hi")], names.map(card));
    const notices = (await collect(model, asking)).flatMap((event) =>
      event.kind === "notice" ? [event.text] : [],
    );
    expect(notices).toEqual([expect.stringMatching(/takes 128 tools: 14 are left out/)]);
    expect((await collect(model, asking)).some(({ kind }) => kind === "notice")).toBe(false);
    expect(JSON.stringify(server.requests[0]?.body)).toContain("write_file");
    server.assertDone();
  }
});
