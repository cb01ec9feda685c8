// Prevents: a sub-agent's end that reads like another one, and bounds that are passed over in silence.
import { fail } from "@wield/core";
import { createTestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import { agentsThat } from "../../testing/agents-fixture.ts";
import { failureOf, okOf } from "../../testing/outcome-fixture.ts";
import delegateTask from "./delegate-task.tool.ts";

async function bench(...given: Parameters<typeof agentsThat>) {
  const { desk, delegations } = agentsThat(...given);
  return { here: await createTestBench({ tools: [delegateTask], services: [desk.provider] }), delegations };
}

test("the answer comes back with what it took, and nothing else", async () => {
  const { here, delegations } = await bench({});
  const outcome = okOf(
    await here.call("delegate_task", { prompt: "compare", context_note: "only src", toolset: "minimal" }),
  );
  expect(outcome.text).toBe("The parser in src/b is faster.");
  expect(outcome.notes).toEqual(["sub-agent: 6 turns, 12 calls, 41 s"]);
  expect(outcome.data).toEqual({
    task_id: "task_1f2e",
    status: "done",
    turns: 6,
    calls: 12,
    seconds: 41.3,
    usage: { input: 10, output: 2, cached: 0 },
  });
  expect(delegations).toEqual([
    { prompt: "compare", contextNote: "only src", toolset: "minimal", maxTurns: 20, isIsolated: false },
  ]);
  await here.dispose();
});

test("J-003: a blank prompt is refused, and turns are clamped and said", async () => {
  const { here, delegations } = await bench({});
  expect(failureOf(await here.call("delegate_task", { prompt: " \n" })).code).toBe("invalid_arguments");
  const clamped = okOf(await here.call("delegate_task", { prompt: "x", max_turns: 999 }));
  expect(clamped.notes[0]).toBe("max_turns 999 was clamped to 40");
  const few = okOf(await here.call("delegate_task", { prompt: "x", max_turns: 0 }));
  expect(few.notes.join()).toContain("max_turns");
  expect(delegations.map(({ maxTurns }) => maxTurns)).toEqual([40, 20]);
  expect(
    failureOf(await here.call("delegate_task", { prompt: "x", context_note: "y".repeat(4001) })).code,
  ).toBe("invalid_arguments");
  await here.dispose();
});

test.each([
  [{ wasLimited: true, reason: "step_limit", turns: 20 }, "ok", "stopped after 20 turns"],
  [{ answer: " ", reason: "no_progress" }, "no_answer", "the sub-agent ended without an answer: no_progress"],
  [{ status: "stopped" as const, answer: " ", reason: "cancelled" }, "no_answer", "cancelled"],
  [
    { status: "error" as const, reason: "the key was refused" },
    "agent_failed",
    "the model failed: the key was refused",
  ],
])("an end by %o is told", async (task, code, words) => {
  const { here } = await bench(task);
  const outcome = await here.call("delegate_task", { prompt: "x" });
  if (code === "ok") expect(okOf(outcome).notes).toContain(words);
  else {
    expect(failureOf(outcome).code).toBe(code);
    expect(failureOf(outcome).message).toContain(words);
  }
  await here.dispose();
});

test("in the background it returns at once with the id", async () => {
  const { here } = await bench({ notes: ["not isolated: no git"] });
  const started = okOf(
    await here.call("delegate_task", { prompt: "compare\nthe parsers", background: true, isolate: true }),
  );
  expect(started.text).toBe("Started task_1f2e: compare the parsers");
  expect(started.notes).toEqual(["not isolated: no git"]);
  expect(started.data).toMatchObject({ status: "running" });
  await here.dispose();
});

test("what cannot be started is handed on as it is", async () => {
  const { here } = await bench({}, { run: async () => fail("unknown_role", '"x" is not one of: reviewer') });
  expect(failureOf(await here.call("delegate_task", { prompt: "x", role: "x" })).code).toBe("unknown_role");
  await here.dispose();
});

test("approval modes pass it: what the sub-agent does is judged one by one", async () => {
  const { here } = await bench({});
  okOf(await here.call("delegate_task", { prompt: "x" }, { settings: { approvalMode: "deny" } }));
  await here.dispose();
});
