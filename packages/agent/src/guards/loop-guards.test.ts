// Prevents: a turn that never ends because a model repeats itself, and honest work that is taken for a loop.
import { ok } from "@wield/core";
import type { ScriptedSource } from "@wield/testkit";
import { expect, test } from "vitest";
import { createAgentBench, textsOf, type AgentBench } from "../testing/agent-bench.ts";
import { readText, toolThat, writeText } from "../testing/tools-fixture.ts";

const read = (path: string, more: object = {}) => ({ tool: "read_text", input: { path, ...more } });
const probe = (a: string) => ({ tool: "probe", input: { a } });
const tools = [readText, writeText, toolThat("probe", ({ a }) => ok(`probed ${a}`))];

function guardLines(here: AgentBench): readonly string[] {
  return textsOf(here.session.messages()).filter((text) => text.startsWith("guard:"));
}

function notices(here: AgentBench): readonly string[] {
  return here.events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
}

function statuses(here: AgentBench): readonly string[] {
  return here.session
    .messages()
    .flatMap((message) => (message.role === "result" ? [message.code ?? message.status] : []));
}

/** One call per step, each another one. */
function singles(count: number, from = 0): readonly ScriptedSource[] {
  return Array.from({ length: count }, (_none, index) => ({ calls: [probe(`n${from + index}`)] }));
}

function batchOf(count: number): ScriptedSource {
  return { calls: Array.from({ length: count }, (_none, index) => probe(`b${index}`)) };
}

test("A-001: the warning comes once when the count passes it", async () => {
  for (const script of [
    [...singles(25), "Done."],
    [...singles(23), batchOf(3), "Done."],
  ]) {
    await using here = await createAgentBench({ tools, script });
    expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "done" });
    expect(notices(here)).toHaveLength(1);
    expect(notices(here)[0]).toContain("tool_loop_guardrails.hard_stop_after");
    expect(guardLines(here)).toHaveLength(1);
    here.model.assertDone();
  }
});

test("A-002: at the hard stop nothing more runs and everything is answered", async () => {
  {
    await using here = await createAgentBench({ tools, script: [...singles(30), batchOf(2), "Done."] });
    expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "done", calls: 32 });
    expect(statuses(here)).toEqual(Array.from({ length: 32 }, () => "ok"));
  }
  for (const todos of [0, 1]) {
    await using here = await createAgentBench({
      tools,
      script: [...singles(30), batchOf(3), "That was it."],
    });
    if (todos > 0) await openTodo(here);
    expect(await here.session.send({ text: "go" })).toMatchObject({
      reason: "tool_limit",
      calls: 30,
      answer: "That was it.",
    });
    expect(statuses(here).slice(30)).toEqual(["policy_denied", "policy_denied", "policy_denied"]);
    const texts = textsOf(here.session.messages());
    expect(texts.filter((text) => text.includes("tool_loop_guardrails.hard_stop_after"))).toHaveLength(3);
    expect(texts.at(-2)).toContain("No more tools");
    here.model.assertDone();
  }
});

test("after the hard stop one more batch is refused, and then the turn ends", async () => {
  await using here = await createAgentBench({
    tools,
    guardrails: { warnAfter: 1, hardStopAfter: 2 },
    script: [batchOf(2), batchOf(1), batchOf(1), "never asked"],
  });
  expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "tool_limit", calls: 2, steps: 3 });
  expect(statuses(here)).toEqual(["ok", "ok", "policy_denied", "policy_denied"]);
});

test("a refused call is answered as refused, whatever else is wrong with it", async () => {
  await using here = await createAgentBench({
    tools,
    guardrails: { warnAfter: 1, hardStopAfter: 2 },
    script: [batchOf(2), { calls: [{ tool: "no_such" }, { tool: "probe", rawInput: "[" }] }, "Stopped."],
  });
  await here.session.send({ text: "go" });
  expect(statuses(here)).toEqual(["ok", "ok", "policy_denied", "policy_denied"]);
  const refused = textsOf(here.session.messages()).filter((text) => text.includes("hard_stop_after"));
  expect(refused).toHaveLength(2);
});

test("open todos set the count back as often as extensions say, each time with a notice", async () => {
  await using here = await createAgentBench({
    tools,
    guardrails: { warnAfter: 1, hardStopAfter: 2, extensions: 1 },
    script: [batchOf(2), batchOf(2), batchOf(1), "Stopped."],
  });
  await openTodo(here);
  expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "tool_limit", calls: 4 });
  expect(notices(here).filter((text) => text.includes("extensions"))).toHaveLength(1);
});

test("A-003: the third equal call is pointed out, the sixth ends the run", async () => {
  const turned = { tool: "read_text", rawInput: '{ "limit": 5, "path": "a" }' };
  const script = [
    read("a", { limit: 5 }),
    turned,
    ...Array.from({ length: 6 }, () => read("a", { limit: 5 })),
  ];
  await using here = await createAgentBench({
    tools,
    files: { a: "x" },
    script: script.map((call) => ({ calls: [call] })),
  });
  const end = await here.session.send({ text: "go" });
  expect(end).toMatchObject({ reason: "repetition", steps: 6 });
  expect(end.error).toContain("read_text");
  expect(guardLines(here)).toHaveLength(1);
  const texts = textsOf(here.session.messages());
  expect(texts.findIndex((text) => text.startsWith("guard:"))).toBe(1 + 3 * 2);
  expect(statuses(here)).toEqual(["ok", "ok", "ok", "ok", "ok", "policy_denied"]);
});

test("a failure that repeats itself counts like any other result", async () => {
  await using here = await createAgentBench({
    tools,
    script: Array.from({ length: 7 }, () => ({ calls: [read("gone")] })),
  });
  expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "repetition", steps: 6 });
});

test("equal calls in one batch are counted by their results", async () => {
  await using here = await createAgentBench({
    tools,
    script: [{ calls: Array.from({ length: 6 }, () => probe("x")) }, "never asked"],
  });
  expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "repetition", steps: 1, calls: 6 });
});

test("A-004: honest batch work is not a loop", async () => {
  let runs = 0;
  const tests = toolThat("tests", () => ok(`run ${(runs += 1)}`));
  const many = { warnAfter: 900, hardStopAfter: 1000 };
  const edits = Array.from({ length: 30 }, (_none, index) => ({
    calls: [{ tool: "write_text", input: { path: `f${index}`, content: "x" } }],
  }));
  const pages = Array.from({ length: 40 }, (_none, index) => ({ calls: [probe(`page ${index}`)] }));
  const checked = Array.from({ length: 10 }, (_none, index) => [
    { calls: [{ tool: "write_text", input: { path: `g${index}`, content: "x" } }] },
    { calls: [{ tool: "tests", input: {} }] },
  ]).flat();
  for (const script of [edits, pages, checked]) {
    await using here = await createAgentBench({
      tools: [...tools, tests],
      guardrails: many,
      script: [...script, "Done."],
    });
    expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "done" });
    expect(guardLines(here)).toEqual([]);
  }
});

test("A-005: a cycle of several calls is a loop when nothing changes", async () => {
  for (const length of [2, 3, 4, 5]) {
    const names = ["A", "B", "C", "D", "E"].slice(0, length);
    const round = names.map((name) => ({ calls: [probe(name)] }));
    const script = Array.from({ length: 8 }, () => round).flat();
    await using here = await createAgentBench({
      tools,
      script,
      guardrails: { warnAfter: 99, hardStopAfter: 100, repeatLimit: 3 },
    });
    const end = await here.session.send({ text: "go" });
    expect(end.reason, `${length} calls`).toBe("repetition");
    expect(end.steps).toBeLessThanOrEqual(6 * length);
    const circles = guardLines(here).filter((line) => line.includes("circle"));
    expect(circles, `${length} calls`).toHaveLength(1);
    for (const name of names) expect(circles[0]).toContain(`"a":"${name}"`);
  }
});

test("A-005: a cycle whose results change is none", async () => {
  let runs = 0;
  const changing = toolThat("changing", () => ok(`result ${(runs += 1)}`));
  const script = Array.from({ length: 10 }, () => [
    { calls: [{ tool: "changing", input: { a: "1" } }] },
    { calls: [{ tool: "changing", input: { a: "2" } }] },
  ]).flat();
  await using here = await createAgentBench({ tools: [...tools, changing], script: [...script, "Done."] });
  expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "done" });
  expect(guardLines(here)).toEqual([]);
});

test("A-006: polling is exempt, killing is not", async () => {
  const process = toolThat("process", () => ok("still running"));
  const call = (action: string) => ({
    calls: [{ tool: "process", rawInput: JSON.stringify({ action, id: "proc_1" }) }],
  });
  {
    await using here = await createAgentBench({
      tools: [process],
      script: [...Array.from({ length: 10 }, () => call("wait")), "Done."],
    });
    expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "done" });
    expect(guardLines(here).filter((line) => line.includes("same result"))).toEqual([]);
  }
  {
    await using here = await createAgentBench({
      tools: [process],
      script: [...Array.from({ length: 3 }, () => call("kill")), "Done."],
    });
    await here.session.send({ text: "go" });
    expect(guardLines(here).filter((line) => line.includes("same result"))).toHaveLength(1);
  }
});

test("looks without news have a cap of their own", async () => {
  const task = toolThat("task", () => ok("still running"));
  const call = { calls: [{ tool: "task", rawInput: '{"action":"status","id":"task_1"}' }] };
  await using here = await createAgentBench({
    tools: [task],
    guardrails: { warnAfter: 900, hardStopAfter: 1000 },
    script: Array.from({ length: 70 }, () => call),
  });
  expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "repetition", steps: 61 });
  expect(guardLines(here).filter((line) => line.includes("looks in a row"))).toHaveLength(1);
});

test("A-007: the guard never asks where nobody is", async () => {
  await using here = await createAgentBench({
    tools,
    script: Array.from({ length: 20 }, () => ({ calls: [probe("x")] })),
  });
  await here.session.send({ text: "go" });
  expect(here.events.at(-1)).toMatchObject({ type: "done", reason: "repetition", exit_code: 4 });
  expect(here.events.some(({ type }) => type === "approval" || type === "ask")).toBe(false);
});

test("a new message of the person clears the counts", async () => {
  await using here = await createAgentBench({
    tools,
    script: Array.from({ length: 8 }, (_none, index) => () => {
      if (index === 4) here.session.steer("Go on, it is fine.");
      return index === 7 ? "Done." : { calls: [probe("x")] };
    }),
  });
  expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "done", steps: 8 });
});

test("failures in a row are advised about, and a success clears them", async () => {
  const gone = (index: number) => ({ calls: [read(`gone${index}`)] });
  await using here = await createAgentBench({
    tools,
    files: { a: "x" },
    script: [gone(1), gone(2), { calls: [read("a")] }, gone(3), gone(4), gone(5), gone(6), gone(7), "Done."],
  });
  expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "done" });
  const lines = guardLines(here);
  expect(lines.map((line) => /failed (\d)/.exec(line)?.[1])).toEqual(["2", "2", "5"]);
});

test("the last three steps are announced, and the limit ends the turn", async () => {
  await using here = await createAgentBench({ tools, agent: { maxSteps: 5 }, script: singles(6) });
  expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "step_limit", steps: 5, calls: 5 });
  expect(guardLines(here).map((line) => /(\d) model request/.exec(line)?.[1])).toEqual(["3", "2", "1"]);
});

test("a turn that has used its tokens runs no more calls", async () => {
  const usage = { input: 900, output: 200, cached: 0 };
  await using here = await createAgentBench({
    tools,
    agent: { maxTurnTokens: 2000 },
    script: [{ calls: [probe("1")], usage }, { calls: [probe("2")], usage }, "never asked"],
  });
  expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "spend_limit", calls: 1 });
  expect(statuses(here)).toEqual(["ok", "policy_denied"]);
});

test("three empty answers in a row end the turn; each is asked to go on", async () => {
  await using here = await createAgentBench({ tools, script: ["", { reasoning: "hm" }, ""] });
  expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "no_progress", steps: 3 });
  expect(guardLines(here)).toHaveLength(2);
  here.model.assertDone();
});

test("an answer with open todos is asked to go on while their number falls", async () => {
  await using here = await createAgentBench({ tools, script: ["I am done.", "Really.", "never asked"] });
  await openTodo(here);
  expect(await here.session.send({ text: "go" })).toMatchObject({
    reason: "done",
    steps: 2,
    answer: "Really.",
  });
  expect(guardLines(here)).toHaveLength(1);
});

test("a call written as text is not run, and told once", async () => {
  const written = '<tool_call>{"name": "probe", "arguments": {"a": "x"}}</tool_call>';
  await using here = await createAgentBench({ tools, script: [written, written] });
  expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "done", calls: 0, steps: 2 });
  expect(guardLines(here)).toHaveLength(1);
});

async function openTodo(here: AgentBench): Promise<void> {
  await here.todos([{ content: "something", status: "pending" }]);
}
