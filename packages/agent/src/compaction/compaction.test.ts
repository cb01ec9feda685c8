// Prevents: a conversation that no longer fits its model and cannot go on, or that loses what it still needs.
import type { Message } from "@wield/core";
import { ok } from "@wield/core";
import { requestFaults, type ScriptedSource } from "@wield/testkit";
import { expect, test } from "vitest";
import { createAgentBench, textsOf, type AgentBench } from "../testing/agent-bench.ts";
import { toolThat } from "../testing/tools-fixture.ts";
import { DEFAULT_AGENT_SETTINGS } from "../agent-settings.ts";
import { createCleaner } from "../history/clean-message.ts";
import { createHistoryRepair } from "../history/repair-history.ts";
import { ConversationRecord } from "../session/conversation-record.ts";
import { planSummary } from "./plan-summary.ts";

const usage = { input: 0, output: 0, cached: 0 };
const big = toolThat("big", ({ a }) => ok(`${a ?? ""} ${"x".repeat(6000)}`));
const small = { facts: { contextWindow: 8000 } };
const settings = DEFAULT_AGENT_SETTINGS.compaction;

function notices(here: AgentBench): readonly string[] {
  return here.events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
}

function isSummaryRequest(request: { readonly system: string }): boolean {
  return request.system.startsWith("You shorten the record");
}

/** Answers summaries apart from the steps of the work. */
function script(steps: readonly ScriptedSource[], summary: ScriptedSource): readonly ScriptedSource[] {
  let next = 0;
  return Array.from({ length: 60 }, () => (request, index) => {
    const source = isSummaryRequest(request) ? summary : (steps[(next += 1) - 1] ?? { text: "Done.", usage });
    return typeof source === "function" ? source(request, index) : source;
  });
}

function conversation(pairs: number): readonly Message[] {
  const messages: Message[] = [
    { role: "user", id: "u", origin: "person", parts: [{ kind: "text", text: "go" }] },
  ];
  for (let index = 0; messages.length < pairs; index += 1) {
    const calls = index % 3 === 0 ? ["a", "b", "c"] : ["a"];
    messages.push({
      role: "assistant",
      id: `a${index}`,
      model: "m",
      parts: calls.map((name) => ({ kind: "call", callId: `${name}${index}`, tool: "big", rawInput: "{}" })),
    });
    for (const name of calls) {
      messages.push({
        role: "result",
        id: `r${name}${index}`,
        callId: `${name}${index}`,
        tool: "big",
        status: "ok",
        text: "x",
        origins: [],
      });
    }
  }
  return messages;
}

test("E-003: a call and its result are never parted", () => {
  const messages = conversation(40);
  for (let keepLast = 1; keepLast <= 40; keepLast += 1) {
    for (const keepFirst of [0, 1, 2, 3, 7]) {
      const range = planSummary(messages, { ...settings, keepFirst, keepLast });
      if (range === undefined) continue;
      const stand = {
        role: "user",
        id: "s",
        origin: "summary",
        parts: [{ kind: "text", text: "s" }],
      } as const;
      const kept = [...messages.slice(0, range.from), stand, ...messages.slice(range.to)];
      expect(requestFaults({ system: "", messages: [...kept, stand], tools: [] })).toEqual([]);
      // Nothing had to be repaired: no result was made up.
      expect(createHistoryRepair(createCleaner({ provider: "x", canSeeImages: true }))(kept)).toBe(kept);
      expect(kept.length - 1).toBeGreaterThanOrEqual(messages.length / 4);
    }
  }
});

test("long results are cut first; when that is enough there is no summary", async () => {
  const steps = Array.from({ length: 5 }, (_none, index) => ({
    calls: [{ tool: "big", input: { a: `n${index}` } }],
    usage,
  }));
  await using here = await createAgentBench({
    tools: [big],
    model: small,
    script: script([...steps, { text: "Done.", usage }], "never"),
    agent: { compaction: { ...settings, keepLast: 2 } },
  });
  expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "done" });
  expect(here.model.requests.some(isSummaryRequest)).toBe(false);
  expect(notices(here).some((text) => /shortened: about \d+ tokens before, \d+ after$/.test(text))).toBe(
    true,
  );
  expect(textsOf(here.model.requests.at(-1)?.messages ?? []).join()).toContain("characters cut to save room");
  expect(textsOf(here.session.messages()).join()).not.toContain("cut to save room");
});

test("the middle becomes a summary with the todo list behind it, and the record keeps everything", async () => {
  const steps = Array.from({ length: 12 }, (_none, index) => ({
    calls: [{ tool: "big", input: { a: `n${index}` } }],
    usage,
  }));
  await using here = await createAgentBench({
    tools: [big],
    model: small,
    script: script([...steps, { text: "Done.", usage }], { text: "Goal: go. Big was read.", usage }),
  });
  await here.todos([{ content: "read on", status: "in_progress" }]);
  const end = await here.session.send({ text: "go" });
  expect(end.reason).toBe("done");
  const sent = textsOf(
    here.model.requests.filter((request) => !isSummaryRequest(request)).at(-1)?.messages ?? [],
  );
  expect(sent[0]).toBe("person: go");
  expect(sent.filter((text) => text.startsWith("summary:"))).toEqual([
    expect.stringMatching(/summarised:\n\nGoal: go\. Big was read\.\n\nTodo list:\n\[~\] read on$/),
  ]);
  expect(here.session.messages().filter(({ role }) => role === "result")).toHaveLength(12);
  expect(here.model.faults).toEqual([]);

  const again = await here.resume(["Still here."]);
  await again.session.send({ text: "and?" });
  expect(textsOf(again.model.requests[0]?.messages ?? []).join()).toContain("Goal: go.");
  await again.session.close();
});

test("E-002: compaction that frees nothing is tried once in a turn, said plainly, and all messages are kept", async () => {
  const long = "y".repeat(36_000);
  for (const summary of [
    { text: long, usage },
    { failed: { kind: "other", message: "no summary today" } },
  ] as const) {
    await using here = await createAgentBench({ tools: [big], model: small, script: script([], summary) });
    for (const text of ["one", "two", "three", "four"]) await here.session.send({ text });
    const end = await here.session.send({ text: `${long}` });
    expect(end.reason).toBe("context_full");
    expect(end.error).toContain("the largest part is the conversation");
    expect(here.model.requests.filter(isSummaryRequest).length).toBeLessThanOrEqual(1);
    expect(here.session.messages()).toHaveLength(9);
    expect(await here.session.undoExchange()).toMatchObject({ ok: true });
    expect(await here.session.send({ text: "short" })).toMatchObject({ reason: "done" });
  }
});

test("one message that is too long for the model ends its own turn, and no later one", async () => {
  const log = `first line ${"x".repeat(80_000)} last line`;
  for (const before of [0, 5]) {
    await using here = await createAgentBench({ tools: [big], model: small, script: script([], "Summary.") });
    for (let index = 0; index < before; index += 1) await here.session.send({ text: `hello ${index}` });
    expect(await here.session.send({ text: log })).toMatchObject({ reason: "context_full" });
    expect(await here.session.send({ text: "short" })).toMatchObject({ reason: "done" });
    expect(await here.session.send({ text: "and again" })).toMatchObject({ reason: "done" });
    const sent = textsOf(here.model.requests.at(-1)?.messages ?? []).join("\n");
    expect(sent).toMatch(/first line x+\n… \d+ characters cut to save room; .*\nx+ last line/);
    expect(sent).toContain("and again");
    expect(notices(here).join()).toContain("long messages of earlier turns are sent cut");
    expect(textsOf(here.session.messages()).some((text) => text.includes(log))).toBe(true);
  }
});

test("an answer and the arguments of a call that are too long block no later turn either", async () => {
  const content = "z".repeat(60_000);
  await using here = await createAgentBench({
    tools: [big],
    model: small,
    script: script(
      [
        { text: "w".repeat(40_000), calls: [{ tool: "big", input: { a: content } }], usage },
        { text: "Done.", usage },
      ],
      "Summary.",
    ),
  });
  expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "context_full" });
  expect(await here.session.send({ text: "short" })).toMatchObject({ reason: "done" });
  const [, answer] = here.model.requests.at(-1)?.messages ?? [];
  const parts = answer?.role === "assistant" ? answer.parts : [];
  expect(parts.map(({ kind }) => kind)).toEqual(["text", "call"]);
  for (const part of parts) {
    const text = part.kind === "call" ? part.rawInput : part.text;
    expect(text).toContain("characters cut to save room");
    expect(text.length).toBeLessThan(10_000);
  }
  expect(here.model.faults).toEqual([]);
});

test("compaction that brings nothing is not tried again in its turn, but in the next one", async () => {
  const looking = toolThat("small", ({ a }) => ok(`looked at ${a}`));
  const steps = ["1", "2", "3"].map((a) => ({ calls: [{ tool: "small", input: { a } }], usage }));
  await using here = await createAgentBench({
    tools: [looking],
    model: small,
    script: script([...Array.from({ length: 6 }, () => ({ text: "Well.", usage })), ...steps], {
      text: "z".repeat(30_000),
      usage,
    }),
  });
  for (const text of ["one", "two", "three", "four", "five", "six"]) await here.session.send({ text });
  expect(await here.session.send({ text: "y".repeat(26_000) })).toMatchObject({ reason: "done", steps: 4 });
  expect(here.model.requests.filter(isSummaryRequest)).toHaveLength(1);
  await here.session.send({ text: "more" });
  expect(here.model.requests.filter(isSummaryRequest)).toHaveLength(2);
});

test("a summary is void once a message in its middle is gone", () => {
  const record = new ConversationRecord();
  for (const id of ["m1", "m2", "m3", "m4"]) {
    record.apply({
      kind: "message",
      message: { role: "user", id, origin: "person", parts: [{ kind: "text", text: id }] },
    });
  }
  record.apply({ kind: "summary", firstId: "m1", lastId: "m3", text: "S" });
  expect(textsOf(record.requestMessages())).toEqual(["summary: S", "person: m4"]);
  record.apply({ kind: "removed", messageIds: ["m2"] });
  expect(textsOf(record.requestMessages())).toEqual(["person: m1", "person: m3", "person: m4"]);
});

test("a summary that fails leaves the middle out, with a line saying so", async () => {
  const steps = Array.from({ length: 12 }, (_none, index) => ({
    calls: [{ tool: "big", input: { a: `n${index}` } }],
    usage,
  }));
  await using here = await createAgentBench({
    tools: [big],
    model: small,
    script: script([...steps, { text: "Done.", usage }], {
      failed: { kind: "other", message: "no summary today" },
    }),
  });
  expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "done" });
  const sent = textsOf(here.model.requests.at(-1)?.messages ?? []).join("\n");
  expect(sent).toMatch(/\d+ earlier messages were left out; they could not be summarised: no summary today/);
});

test("a provider that finds the request too long mid-turn gets a shorter one, and else the turn ends with context_full", async () => {
  const overflow = { failed: { kind: "overflow", message: "too long" } } as const;
  const calls = Array.from({ length: 6 }, (_none, index) => ({
    calls: [{ tool: "big", input: { a: `n${index}` } }],
  }));
  {
    await using here = await createAgentBench({
      tools: [big],
      script: [...calls, overflow, "A summary.", "Done."],
    });
    expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "done", answer: "Done." });
    here.model.assertDone();
  }
  {
    await using here = await createAgentBench({ tools: [big], script: [overflow, "short"] });
    expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "context_full" });
    expect(await here.session.send({ text: "again" })).toMatchObject({ reason: "done" });
  }
});

test("E-004: what is sent is clean, also for the summary", async () => {
  const poisoned = toolThat("big", () => ok(`half \ud800 ${"x".repeat(500)}`));
  const broken = { type: "image" as const, mediaType: "image/png", bytes: Uint8Array.of(1) };
  const steps = Array.from({ length: 6 }, (_none, index) => ({
    calls: [{ tool: "big", rawInput: `{"a":"n${index}"` }],
  }));
  await using here = await createAgentBench({
    tools: [poisoned],
    script: [...steps, "Done.", "A summary.", "Hello."],
  });
  await here.session.send({ text: "look \udc00", images: [broken] });
  expect(await here.session.compact("what matters")).toMatchObject({ ok: true });
  expect(here.model.requests.at(-1)?.messages[0]).toMatchObject({
    parts: [{ text: expect.stringContaining("What matters most: what matters") }],
  });
  await here.session.send({ text: "hi" });
  here.model.assertDone();
});

test("compacting a short conversation says why nothing was done", async () => {
  await using here = await createAgentBench({ script: ["Hello."] });
  await here.session.send({ text: "hi" });
  expect(await here.session.compact()).toMatchObject({ ok: false, code: "nothing_to_compact" });
});

test("a message that is taken back makes the summary that covers it void", async () => {
  await using here = await createAgentBench({
    script: [...Array.from({ length: 5 }, () => "Well."), "S", "Well."],
  });
  for (const text of ["1", "2", "3", "4", "5"]) await here.session.send({ text: text.repeat(40) });
  expect(await here.session.compact()).toMatchObject({ ok: true });
  for (let index = 0; index < 4; index += 1) await here.session.undoExchange();
  await here.session.send({ text: "hi" });
  expect(textsOf(here.model.requests.at(-1)?.messages ?? [])).toEqual([
    `person: ${"1".repeat(40)}`,
    "assistant: Well.",
    "person: hi",
  ]);
});

test("content that a provider refuses is left out once and the conversation goes on", async () => {
  const refused = { failed: { kind: "content", message: "image refused" } } as const;
  const image = {
    type: "image" as const,
    mediaType: "image/png",
    bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  };
  {
    await using here = await createAgentBench({ script: [refused, "I cannot see it.", "Hello."] });
    expect(await here.session.send({ text: "look", images: [image] })).toMatchObject({ reason: "done" });
    expect(JSON.stringify(here.model.requests[1]?.messages)).toContain(
      "left out: the provider refused this content",
    );
    await here.session.send({ text: "hi" });
    expect(JSON.stringify(here.model.requests[2]?.messages)).not.toContain('"image"');
    here.model.assertDone();
  }
  {
    await using here = await createAgentBench({
      tools: [big],
      script: [
        { calls: [{ tool: "big", input: { a: "good" } }] },
        { calls: [{ tool: "big", input: { a: "bad" } }] },
        refused,
        refused,
        "Hello.",
      ],
    });
    expect(await here.session.send({ text: "go" })).toMatchObject({
      reason: "model_error",
      error: "image refused",
    });
    expect(await here.session.send({ text: "hi" })).toMatchObject({ reason: "done", answer: "Hello." });
    const sent = JSON.stringify(here.model.requests[4]?.messages);
    expect(sent).not.toContain("bad xxx");
    // What the provider took before is not suspected.
    expect(sent).toContain("good xxx");
  }
});
