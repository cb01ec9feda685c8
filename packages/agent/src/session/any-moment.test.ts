// Prevents: a stop, or a misbehaving model, at some moment nobody thought of that leaves a session which no provider
// takes any more.
import { ok, type OpenSession, type SessionStore } from "@wield/core";
import { createMemorySessions, type ScriptedSource } from "@wield/testkit";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createAgentBench, type AgentBench } from "../testing/agent-bench.ts";
import { readText, toolThat, writeText } from "../testing/tools-fixture.ts";

const tools = [readText, writeText, toolThat("probe", ({ a }) => ok(`probed ${a}`))];

/** A store that tells each writing before it begins and after it is done. */
function watched(onMoment: () => void): SessionStore {
  const store = createMemorySessions({ now: () => 0 });
  const watch = (session: OpenSession): OpenSession => ({
    ...session,
    append: async (event) => {
      onMoment();
      const stored = await session.append(event);
      onMoment();
      return stored;
    },
  });
  return {
    ...store,
    create: async (session) => watch(await store.create(session)),
    open: async (id) => {
      const opened = await store.open(id);
      return opened.ok ? { ok: true, value: watch(opened.value) } : opened;
    },
  };
}

const WORK: readonly ScriptedSource[] = [
  {
    text: "I look.",
    chunkLength: 3,
    calls: [
      { tool: "read_text", input: { path: "a.txt" } },
      { tool: "probe", input: { a: "1" } },
    ],
  },
  { calls: [{ tool: "write_text", input: { path: "b.txt", content: "x" } }] },
  "Done.",
];

async function stopAt(
  moment: number,
): Promise<{ readonly reached: number; readonly faults: readonly string[] }> {
  let reached = 0;
  let isStopping = true;
  const step = (): void => {
    reached += 1;
    if (isStopping && reached === moment) here?.session.stop();
  };
  let here: AgentBench | undefined;
  let next = 0;
  here = await createAgentBench({
    tools,
    files: { "a.txt": "one" },
    sessions: watched(step),
    script: Array.from({ length: 8 }, () => (request, index) => {
      const source = isStopping ? (WORK[(next += 1) - 1] ?? "Done.") : "Hello.";
      return typeof source === "function" ? source(request, index) : source;
    }),
  });
  here.session.subscribe(step);
  const end = await here.session.send({ text: "go" });
  expect(["cancelled", "done"]).toContain(end.reason);
  const before = reached;
  const stored = here.session.messages();
  const asked = stored.flatMap((message) =>
    message.role === "assistant" ? message.parts.filter(({ kind }) => kind === "call") : [],
  );
  expect(
    stored.filter(({ role }) => role === "result"),
    `after a stop at ${moment}`,
  ).toHaveLength(asked.length);
  isStopping = false;
  expect(await here.session.send({ text: "hi" }), `after a stop at ${moment}`).toMatchObject({
    reason: "done",
    answer: "Hello.",
  });
  expect(here.events.filter(({ type }) => type === "done")).toHaveLength(2);
  const faults = here.model.faults;
  await here[Symbol.asyncDispose]();
  return { reached: before, faults };
}

test("a stop at any moment ends the turn once, and the next request is one every provider takes", async () => {
  const { reached: moments } = await stopAt(Number.POSITIVE_INFINITY);
  expect(moments).toBeGreaterThan(30);
  for (let moment = 1; moment <= moments; moment += 1) {
    const { faults } = await stopAt(moment);
    expect(faults, `a stop at moment ${moment}`).toEqual([]);
  }
});

const rawInput = fc.oneof(
  fc.constantFrom(
    "{}",
    "",
    "[1]",
    '"x"',
    "null",
    '{"path": "a.txt", "content',
    "{} trailing",
    '{"a":"\n"}',
    String.raw`{"a":"\ud800"}`,
    '{"a":1}',
    '{"{"a":1}',
  ),
  fc.string({ unit: "binary", maxLength: 30 }),
);

const call = fc.record(
  {
    tool: fc.oneof(
      fc.constantFrom("probe", "Probe", "read_text", "no_such", "", "ö", "x".repeat(90)),
      fc.string({ maxLength: 5 }),
    ),
    rawInput,
    wasCutOff: fc.boolean(),
  },
  { requiredKeys: ["tool", "rawInput"] },
);

const text = fc.oneof(
  fc.constantFrom("", " ", "\ud800", "<tool_call>probe</tool_call>", "ok\u0000"),
  fc.string({ unit: "binary", maxLength: 20 }),
);

const answer: fc.Arbitrary<ScriptedSource> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      text,
      reasoning: text,
      calls: fc.array(call, { maxLength: 4 }),
      finish: fc.constantFrom("stop", "calls", "length", "refusal", "other"),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ throws: new Error("broken port"), text: "half" }) },
  { weight: 1, arbitrary: fc.constant({ endsEarly: true, text: "half" } as const) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("content", "overflow", "overloaded", "other")
      .map((kind) => ({ failed: { kind, message: "no" } }) as const),
  },
);

test("whatever a model answers, the session stays usable and its next request is one every provider takes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 6 }), async (answers) => {
      let isNext = false;
      const queue = [...answers];
      await using here = await createAgentBench({
        tools,
        files: { "a.txt": "one" },
        script: Array.from({ length: 60 }, () => (request, index) => {
          const source = isNext ? "Hello." : (queue.shift() ?? "Done.");
          return typeof source === "function" ? source(request, index) : source;
        }),
      });
      const end = await here.session.send({ text: "go" });
      expect(end.reason).not.toBe("cancelled");
      isNext = true;
      expect(await here.session.send({ text: "hi" })).toMatchObject({ reason: "done", answer: "Hello." });
      expect(here.model.faults).toEqual([]);
      const calls = here.session
        .messages()
        .flatMap((message) =>
          message.role === "assistant" ? message.parts.filter(({ kind }) => kind === "call") : [],
        );
      expect(here.session.messages().filter(({ role }) => role === "result")).toHaveLength(calls.length);
      expect(here.events.filter(({ type }) => type === "done")).toHaveLength(2);
      const again = await here.resume(["Back."]);
      expect(await again.session.send({ text: "still there?" })).toMatchObject({ answer: "Back." });
      expect(again.model.faults).toEqual([]);
      await again.session.close();
    }),
    { numRuns: 150 },
  );
});
