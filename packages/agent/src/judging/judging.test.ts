// Prevents: a goal that is forgotten between turns or pursued without end, and a check that holds up good answers.
import type { ModelRequest } from "@wield/core";
import { ok } from "@wield/core";
import type { ScriptedSource, ScriptedStep } from "@wield/testkit";
import { expect, test } from "vitest";
import { createAgentBench, textsOf, type AgentBench } from "../testing/agent-bench.ts";
import { toolThat } from "../testing/tools-fixture.ts";

const isJudged = (request: ModelRequest): boolean => /^You (judge|compare)/.test(request.system);

/** Answers what is judged apart from the steps of the work. */
function script(
  work: readonly ScriptedSource[],
  judgements: readonly ScriptedSource[],
): readonly ScriptedSource[] {
  const next = { work: 0, judgements: 0 };
  const take = (kind: "work" | "judgements", list: readonly ScriptedSource[]): ScriptedSource =>
    list[(next[kind] += 1) - 1] ?? "Done.";
  return Array.from({ length: 60 }, () => (request: ModelRequest, index: number): ScriptedStep => {
    const source = isJudged(request) ? take("judgements", judgements) : take("work", work);
    return typeof source === "function" ? source(request, index) : source;
  });
}

async function idle({ session }: AgentBench): Promise<void> {
  while (session.isBusy) await new Promise((resolve) => setImmediate(resolve));
}

const notices = (here: AgentBench): readonly string[] =>
  here.events.flatMap((event) => (event.type === "notice" ? [event.text] : []));

test("a goal stands in every system prompt, and turns go on until it is met", async () => {
  await using here = await createAgentBench({
    script: script(["One.", "Two.", "Three."], ["NO: two is missing.", "no - three is missing.", "Yes."]),
  });
  expect(await here.session.setGoal({ text: "count to three" })).toMatchObject({ ok: true });
  expect(await here.session.send({ text: "go" })).toMatchObject({ answer: "One." });
  await idle(here);
  expect(textsOf(here.session.messages())).toEqual([
    "person: go",
    "assistant: One.",
    "notice: [wield] The goal is not met yet: two is missing. Go on with it.",
    "assistant: Two.",
    "notice: [wield] The goal is not met yet: three is missing. Go on with it.",
    "assistant: Three.",
  ]);
  expect(here.session.goal).toMatchObject({ state: "met", rounds: 2 });
  for (const request of here.model.requests.filter((one) => !isJudged(one))) {
    expect(request.system).toContain("## Goal\ncount to three");
  }
  await here.session.send({ text: "thanks" });
  expect(here.model.requests.at(-1)?.system).not.toContain("## Goal");
  expect(here.model.faults).toEqual([]);
});

test("a goal is paused after ten turns, and when nobody can judge it", async () => {
  {
    await using here = await createAgentBench({
      script: script(
        [],
        Array.from({ length: 20 }, () => "NO: not yet."),
      ),
    });
    await here.session.setGoal({ text: "never" });
    await here.session.send({ text: "go" });
    await idle(here);
    expect(here.session.goal).toMatchObject({ state: "paused", rounds: 10 });
    expect(here.model.requests.filter((request) => !isJudged(request))).toHaveLength(11);
  }
  for (const judgement of ["Hm.", { failed: { kind: "overloaded", message: "busy" } }] as const) {
    await using here = await createAgentBench({ script: script([], [judgement]) });
    await here.session.setGoal({ text: "x" });
    await here.session.send({ text: "go" });
    await idle(here);
    expect(here.session.goal?.state).toBe("paused");
    expect(notices(here).join()).toContain("nobody could judge the goal");
  }
});

test("a goal is kept over a restart; it can be paused, resumed and cleared", async () => {
  await using here = await createAgentBench({ script: script(["Hi."], []) });
  expect(await here.session.setGoal("pause")).toMatchObject({ ok: false, code: "no_goal" });
  expect(await here.session.setGoal({ text: " " })).toMatchObject({ ok: false, code: "blank_goal" });
  await here.session.setGoal({ text: "be kind" });
  await here.session.setGoal("pause");
  await here.session.send({ text: "hi" });
  expect(here.model.requests.some(isJudged)).toBe(false);
  const again = await here.resume([]);
  expect(again.session.goal).toMatchObject({ text: "be kind", state: "paused" });
  expect(await again.session.setGoal("resume")).toMatchObject({ value: { state: "active", rounds: 0 } });
  expect(await again.session.setGoal("clear")).toEqual({ ok: true, value: undefined });
  expect(again.session.goal).toBeUndefined();
  await again.session.close();
});

test("a stop while the goal is judged leaves it as it is, and no turn follows", async () => {
  let here: AgentBench | undefined;
  await using bench = await createAgentBench({
    script: script(
      ["One.", "never"],
      [
        () => {
          here?.session.stop();
          return { hangs: true };
        },
      ],
    ),
  });
  here = bench;
  await here.session.setGoal({ text: "x" });
  await here.session.send({ text: "go" });
  await idle(here);
  expect(here.session.goal).toMatchObject({ state: "active", rounds: 0 });
  expect(here.model.requests).toHaveLength(2);
});

test("a turn that did not end well is not judged, and what a person said comes before the goal", async () => {
  let here: AgentBench | undefined;
  await using bench = await createAgentBench({
    script: script(
      [{ failed: { kind: "auth", message: "no key" } }, "One.", "Two."],
      [
        () => {
          here?.session.steer("something else");
          return "NO: more.";
        },
        "YES",
      ],
    ),
  });
  here = bench;
  await here.session.setGoal({ text: "x" });
  await here.session.send({ text: "go" });
  expect(here.model.requests.some(isJudged)).toBe(false);
  await here.session.send({ text: "again" });
  await idle(here);
  expect(textsOf(here.session.messages()).slice(-2)).toEqual(["person: something else", "assistant: Two."]);
});

test("with agent.verify a gap goes back at most twice, and a check that fails counts as passed", async () => {
  const probe = toolThat("probe", () => ok("probed"));
  {
    await using here = await createAgentBench({
      tools: [probe],
      agent: { verifies: true },
      script: script(
        ["One.", { calls: [{ tool: "probe" }] }, "Two.", "Three."],
        ["NO: two is missing.", "NO: three is missing.", "never"],
      ),
    });
    expect(await here.session.send({ text: "count" })).toMatchObject({
      reason: "done",
      answer: "Three.",
      steps: 4,
    });
    const lines = textsOf(here.session.messages()).filter((text) => text.startsWith("guard:"));
    expect(lines).toEqual([
      "guard: [wield] Your answer leaves a gap: two is missing.",
      "guard: [wield] Your answer leaves a gap: three is missing.",
    ]);
    expect(here.model.requests.filter(isJudged)).toHaveLength(2);
    // Judgements are paid for like steps.
    expect(here.session.usage()).toMatchObject({ input: 600, steps: 4 });
  }
  {
    await using here = await createAgentBench({
      agent: { verifies: true },
      script: script(["One."], [{ failed: { kind: "overloaded", message: "busy" } }]),
    });
    expect(await here.session.send({ text: "count" })).toMatchObject({
      reason: "done",
      answer: "One.",
      steps: 1,
    });
  }
});
