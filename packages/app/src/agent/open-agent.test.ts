// Prevents: a conversation that is wired to other settings, tools or folders than the runtime it belongs to.
import { scriptedModel, type ScriptedSource } from "@wield/testkit";
import { afterEach, expect, test } from "vitest";
import { temporaryPlaces } from "../testing/temporary-places.ts";
import { testRuntimes } from "../testing/test-runtimes.ts";
import { openAgent, type AgentOptions } from "./open-agent.ts";
import type { Runtime } from "../runtime.ts";

const runtimes = testRuntimes();
afterEach(() => runtimes.closeAll());

async function agentOn(
  runtime: Runtime,
  script: readonly ScriptedSource[],
  more: Partial<AgentOptions> = {},
) {
  const model = scriptedModel(script);
  const opened = await openAgent(runtime, {
    surface: "terminal",
    model: "scripted/model",
    models: async () => ({ ok: true, value: model }),
    ...more,
  });
  if (!opened.ok) throw new Error(opened.message);
  return { session: opened.value, model };
}

test("a conversation on a runtime reads real files, and can be resumed by another process", async () => {
  const places = temporaryPlaces();
  places.write("work/notes.md", "Buy milk.\n");
  const runtime = await runtimes.open(places);
  const { session, model } = await agentOn(runtime, [
    { calls: [{ tool: "read_file", input: { path: "notes.md" } }] },
    "Milk.",
  ]);
  expect(await session.send({ text: "What is in the notes?" })).toMatchObject({
    reason: "done",
    answer: "Milk.",
  });
  expect(JSON.stringify(model.requests[1]?.messages)).toContain("Buy milk.");
  await session.close();

  const again = await agentOn(await runtimes.open(places), ["Still milk."], { resume: session.id });
  expect(again.session.title).toBe("What is in the notes?");
  expect(await again.session.send({ text: "And now?" })).toMatchObject({ answer: "Still milk." });
  expect(again.model.requests[0]?.messages).toHaveLength(5);
  await again.session.close();
});

test("settings of the configuration file hold, and the warning has to come before the stop", async () => {
  const places = temporaryPlaces();
  places.write("home/config.yaml", "tool_loop_guardrails:\n  warn_after: 1\n  hard_stop_after: 2\n");
  const { settings } = (await runtimes.open(places)).agent;
  expect(settings.guardrails).toMatchObject({ warnAfter: 1, hardStopAfter: 2, repeatLimit: 3 });

  places.write("home/config.yaml", "model: a/b\ntool_loop_guardrails:\n  hard_stop_after: 24\n");
  expect(await runtimes.refusal(places)).toMatch(
    /config\.yaml:2.*warn_after \(24\) must be below tool_loop_guardrails\.hard_stop_after \(24\)/,
  );
});

test("a repeat limit of nothing is the default, with a warning", async () => {
  const places = temporaryPlaces();
  places.write("home/config.yaml", "tool_loop_guardrails:\n  repeat_limit: 0\n");
  const runtime = await runtimes.open(places);
  expect(runtime.agent.settings.guardrails.repeatLimit).toBe(3);
  expect(runtime.notices.map(({ text }) => text).join()).toContain(
    "repeat_limit: 0 is taken as the default, 3",
  );
});

test("an unknown toolset is refused with the known ones", async () => {
  const runtime = await runtimes.open(temporaryPlaces());
  const models = async () => ({ ok: true, value: scriptedModel([]) }) as const;
  const opened = await openAgent(runtime, { surface: "terminal", models, toolset: "codng" });
  expect(opened).toMatchObject({ ok: false, code: "unknown_toolset" });
});

test("what was chosen for a session counts again when it is resumed, as strict as its surroundings ask", async () => {
  const places = temporaryPlaces();
  const first = await agentOn(await runtimes.open(places), ["Hello."]);
  await first.session.send({ text: "Hi" });
  await first.session.keepSettings({ toolset: "minimal" });
  await first.session.keepSettings({ approvalMode: "prompt" });
  await first.session.close();

  const runtime = await runtimes.open(places);
  const again = await agentOn(runtime, [], { resume: first.session.id });
  const of = { sessionId: first.session.id, caller: "agent", surface: "terminal" } as const;
  expect(runtime.conversation(of).snapshot()).toMatchObject({
    tools: { toolset: "minimal" },
    settings: { approvalMode: "prompt" },
  });
  await again.session.close();

  places.write("home/config.yaml", "tools: { approval_mode: deny, platform_approval: { terminal: deny } }\n");
  const strict = await runtimes.open(places);
  const third = await agentOn(strict, [], { resume: first.session.id, toolset: "coding" });
  expect(strict.conversation({ ...of, toolset: "coding" }).snapshot()).toMatchObject({
    tools: { toolset: "coding" },
    settings: { approvalMode: "deny" },
  });
  await third.session.close();
});

test("what the command line asks for holds over what a session was left with, and a mode only becomes stricter", async () => {
  const places = temporaryPlaces();
  places.write("home/config.yaml", "tools: { approval_mode: prompt }\n");
  const first = await agentOn(await runtimes.open(places), ["Hello."]);
  await first.session.send({ text: "Hi" });
  await first.session.keepSettings({ toolset: "all", approvalMode: "auto" });
  await first.session.close();
  const of = { sessionId: first.session.id, caller: "agent", surface: "terminal" } as const;
  for (const [flags, toolset, approvalMode] of [
    [{}, "all", "prompt"],
    [{ toolset: "minimal", approvalMode: "deny" }, "minimal", "deny"],
    [{ approvalMode: "auto" }, "all", "auto"],
  ] as const) {
    const runtime = await runtimes.open(places, { flags });
    const { session } = await agentOn(runtime, [], { resume: first.session.id });
    expect(runtime.conversation(of).snapshot()).toMatchObject({
      tools: { toolset },
      settings: { approvalMode },
    });
    await session.close();
  }
});
