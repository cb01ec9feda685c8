// Prevents: a sub-agent that may do more than its parent, that outlives a stop, or whose conversation leaks into its
// parent's.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelRequest } from "@wield/core";
import type { ScriptedStep } from "@wield/testkit";
import { afterEach, expect, test } from "vitest";
import { delegate, firstText, results, runtimes, scripts, world } from "../testing/agent-world.ts";

afterEach(() => runtimes.closeAll());

test("J-002: a helper sees its task and nothing else, and gives back its answer", async () => {
  const model = scripts([delegate({ prompt: "count files", context_note: "only src" }), "Done."], {
    "count files": ["12 files."],
  });
  const { session } = await world(model, { toolset: "coding" });
  await session.send({ text: "The parent's secret plan." });
  const asked = model.requests.find((request) => firstText(request).includes("count files"));
  expect(asked?.messages).toHaveLength(1);
  expect(firstText(asked as ModelRequest)).toBe("only src\n\ncount files");
  expect(JSON.stringify(asked)).not.toContain("secret plan");
  expect(results(session)).toMatchObject([
    { text: expect.stringMatching(/^12 files\.\n… sub-agent: 1 turns, 0 calls, \d+ s$/) },
  ]);
  expect(session.usage()).toMatchObject({ input: 300 });
  await session.close();
});

test("J-002: an answer of a helper that saw text from outside is fenced", async () => {
  const model = scripts([delegate({ prompt: "read the news", toolset: "all" }), "Done."], {
    "read the news": [{ calls: [{ tool: "read_news" }] }, "All is well."],
  });
  const { session } = await world(model, { toolset: "all" });
  await session.send({ text: "go" });
  expect(results(session)).toMatchObject([
    { text: expect.stringContaining("<untrusted_content>"), origins: ["news.example"] },
  ]);
  await session.close();
});

test("J-003: helpers are bounded and do not nest without end", async () => {
  const model = scripts(
    [delegate({ prompt: " " }), delegate({ prompt: "helper", max_turns: 999 }), "Done."],
    {
      helper: [delegate({ prompt: "deeper" }), "I cannot."],
    },
  );
  const { session } = await world(model, { toolset: "coding" });
  await session.send({ text: "go" });
  expect(results(session)).toMatchObject([
    { status: "failed", code: "invalid_arguments" },
    { status: "ok", text: expect.stringContaining("max_turns 999 was clamped to 40") },
  ]);
  const asked = model.requests.filter((request) => firstText(request) === "helper");
  const names = asked[0]?.tools.map(({ name }) => name) ?? [];
  expect(names).toContain("read_file");
  expect(names).not.toContain("delegate_task");
  expect(names).not.toContain("task");
  expect(asked[1]?.messages.at(-1)).toMatchObject({ role: "result", status: "failed", code: "not_found" });
  await session.close();
});

test("a helper that uses up its turns gives what it answered, and says so", async () => {
  const model = scripts([delegate({ prompt: "helper", max_turns: 2 }), "Done."], {
    helper: [
      { text: "Half of it.", calls: [{ tool: "list_files" }] },
      { calls: [{ tool: "list_files", input: { all: true } }] },
    ],
  });
  const { session } = await world(model, { toolset: "coding" });
  await session.send({ text: "go" });
  expect(results(session)).toMatchObject([
    {
      status: "ok",
      text: expect.stringMatching(/^Half of it\.\n… stopped after 2 turns\n… sub-agent: 2 turns, 2 calls/),
    },
  ]);
  await session.close();
});

test("J-004: a helper has no more rights than its parent", async () => {
  const model = scripts([delegate({ prompt: "write it", toolset: "coding" }), "Done."], {
    "write it": [{ calls: [{ tool: "write_file", input: { path: "x", content: "x" } }] }, "I cannot."],
  });
  const { session, places } = await world(model, {
    config: "toolsets:\n  narrow:\n    include: [read_file, delegate_task]\n",
    toolset: "narrow",
  });
  await session.send({ text: "go" });
  const asked = model.requests.filter((request) => firstText(request) === "write it");
  expect(asked[0]?.tools.map(({ name }) => name)).not.toContain("write_file");
  expect(asked[1]?.messages.at(-1)).toMatchObject({
    role: "result",
    status: "denied",
    code: "policy_denied",
  });
  expect(existsSync(join(places.workspace, "x"))).toBe(false);
  expect(results(session)).toMatchObject([
    { text: expect.stringContaining("toolset coding was cut to yours") },
  ]);
  await session.close();
});

test("J-004: what a helper does is asked of the parent's person, and a refusal holds", async () => {
  const asked: string[] = [];
  const model = scripts([delegate({ prompt: "write it" }), "Done."], {
    "write it": [{ calls: [{ tool: "write_file", input: { path: "x", content: "x" } }] }, "Refused."],
  });
  const { session, places } = await world(model, {
    config: "tools:\n  approval_mode: prompt\n",
    toolset: "coding",
    askers: [
      {
        surface: "terminal",
        ask: async (request) => {
          asked.push(`${request.tool} ${request.caller}`);
          return { choice: "deny", by: "Ada", surface: "terminal", at: 1 };
        },
      },
    ],
  });
  await session.send({ text: "go" });
  expect(asked).toEqual(["write_file subagent"]);
  expect(existsSync(join(places.workspace, "x"))).toBe(false);
  await session.close();
});

test("A-009: what a helper is denied because nobody can be asked counts for the run", async () => {
  const model = scripts([delegate({ prompt: "write it" }), "Done."], {
    "write it": [{ calls: [{ tool: "write_file", input: { path: "x", content: "x" } }] }, "I cannot."],
  });
  const { session, events } = await world(model, {
    config: "tools:\n  approval_mode: prompt\n",
    toolset: "coding",
    noAskerReason: "this is a headless run",
  });
  expect(await session.send({ text: "go" })).toMatchObject({ reason: "done", denied: 1 });
  expect(events.at(-1)).toMatchObject({ type: "done", exit_code: 3 });
  await session.close();
});

test("J-005: stopping the parent stops the helpers at once", async () => {
  const wait: ScriptedStep = { calls: [{ tool: "wait_forever" }] };
  const both: ScriptedStep = {
    calls: ["helper one", "helper two"].map((prompt) => ({ tool: "delegate_task", input: { prompt } })),
  };
  const model = scripts([both, "never asked"], { "helper one": [wait], "helper two": [wait] });
  const { session, events } = await world(model, { toolset: "all" });
  session.subscribe(() => {
    if (events.filter((event) => event.type === "tool_call" && event.tool === "wait_forever").length === 2)
      session.stop();
  });
  expect(await session.send({ text: "go" })).toMatchObject({ reason: "cancelled" });
  const before = model.requests.length;
  expect(results(session)).toMatchObject([{ status: "cancelled" }, { status: "cancelled" }]);
  await session.close();
  expect(model.requests).toHaveLength(before);
});

test("J-005: what the helpers of a stopped parent were running is ended, and nothing is written later", async () => {
  const seconds = 600_000 + process.pid;
  const wait: ScriptedStep = {
    calls: [{ tool: "terminal", input: { command: `sleep ${seconds}; echo late > late.txt` } }],
  };
  const both: ScriptedStep = {
    calls: ["helper one", "helper two"].map((prompt) => ({ tool: "delegate_task", input: { prompt } })),
  };
  const model = scripts([both, "never asked"], { "helper one": [wait], "helper two": [wait] });
  const { session, places } = await world(model, { toolset: "coding" });
  const turn = session.send({ text: "go" });
  while (sleepers(seconds) < 2) await new Promise((resolve) => setImmediate(resolve));
  session.stop();
  expect(await turn).toMatchObject({ reason: "cancelled" });
  expect(sleepers(seconds)).toBe(0);
  await session.close();
  expect(existsSync(join(places.workspace, "late.txt"))).toBe(false);
});

/** How many processes sleep for so long. */
function sleepers(seconds: number): number {
  const wanted = `sleep\0${seconds}\0`;
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && commandOf(name) === wanted).length;
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    // It has ended meanwhile.
    return "";
  }
}

test("J-006: a helper that never answers does not hold the others", async () => {
  const three: ScriptedStep = {
    calls: ["never answers", "throws", "answers well"].map((prompt) => ({
      tool: "delegate_task",
      input: { prompt },
    })),
  };
  const model = scripts([three, "Done."], {
    "never answers": [{ hangs: true, text: "I am think" }],
    throws: [{ throws: new Error("the model broke") }],
    "answers well": ["The answer."],
  });
  const { session } = await world(model, {
    toolset: "coding",
    config: "tools:\n  timeouts:\n    delegate_task: 1\n",
  });
  await session.send({ text: "go" });
  const found = results(session).toSorted((left, right) =>
    JSON.stringify(left) < JSON.stringify(right) ? -1 : 1,
  );
  expect(found).toHaveLength(3);
  expect(found).toContainEqual(expect.objectContaining({ status: "failed", code: "timeout" }));
  expect(found).toContainEqual(
    expect.objectContaining({
      status: "failed",
      code: "agent_failed",
      text: expect.stringContaining("the model broke"),
    }),
  );
  expect(found).toContainEqual(
    expect.objectContaining({ status: "ok", text: expect.stringContaining("The answer.") }),
  );
  await session.close();
});

test("only so many helpers run at once; the others wait their turn", async () => {
  let running = 0;
  let most = 0;
  const gate = Promise.withResolvers<undefined>();
  const work = (): ScriptedStep => {
    running += 1;
    most = Math.max(most, running);
    if (running === 2) gate.resolve(undefined);
    return { text: "Done.", until: gate.promise.then(() => (running -= 1)) };
  };
  const many: ScriptedStep = {
    calls: ["helper a", "helper b", "helper c", "helper d"].map((prompt) => ({
      tool: "delegate_task",
      input: { prompt },
    })),
  };
  const model = scripts([many, "Done."], {
    "helper a": [work],
    "helper b": [work],
    "helper c": [work],
    "helper d": [work],
  });
  const { session } = await world(model, { toolset: "coding", config: "delegation:\n  max_parallel: 2\n" });
  await session.send({ text: "go" });
  expect(most).toBe(2);
  expect(results(session)).toHaveLength(4);
  await session.close();
});

test("a role gives its prompt, its toolset and its model; an unknown one is refused with the known", async () => {
  const model = scripts(
    [
      delegate({ prompt: "helper", role: "reviewer" }),
      delegate({ prompt: "helper", role: "reviewr" }),
      "Done.",
    ],
    {
      helper: ["Reviewed."],
    },
  );
  const { session } = await world(model, {
    toolset: "coding",
    config:
      "delegation:\n  roles:\n    reviewer:\n      description: Reads code.\n      prompt: You review code.\n      toolset: minimal\n",
  });
  await session.send({ text: "go" });
  const asked = model.requests.find((request) => firstText(request) === "helper");
  expect(asked?.system).toContain("## Role\nYou review code.");
  expect(asked?.tools.map(({ name }) => name)).not.toContain("write_file");
  expect(model.requests[0]?.system).toContain("Roles for delegate_task:\n- reviewer: Reads code.");
  expect(results(session)[1]).toMatchObject({
    code: "unknown_role",
    text: expect.stringContaining('did you mean "reviewer"'),
  });
  await session.close();
});
