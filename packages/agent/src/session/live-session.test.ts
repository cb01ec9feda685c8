// Prevents: words of a person that are lost or told twice, a stop that leaves the conversation unusable, an undo that
// removes too much.
import { fail, ok, value, type Asker } from "@wield/core";
import { scriptedModel } from "@wield/testkit";
import { expect, test } from "vitest";
import type { NoticeSource } from "../background/notice-source.ts";
import { createAgentBench, textsOf } from "../testing/agent-bench.ts";
import { readText, toolThat, waitForever, writeText } from "../testing/tools-fixture.ts";

const tools = [readText, writeText, waitForever, toolThat("probe", () => ok("probed"))];
const files = { "a.txt": "one" };
const call = (tool: string, input = {}) => ({ calls: [{ tool, input }] });

test("A-008: a remark during a run arrives once, after the current calls", async () => {
  await using here = await createAgentBench({
    tools,
    files,
    script: [
      () => {
        expect(here.session.steer("rather b")).toMatchObject({ ok: true });
        expect(here.session.steer("  ")).toMatchObject({ ok: false, code: "blank_message" });
        return call("read_text", { path: "a.txt" });
      },
      call("probe"),
      "Done.",
    ],
  });
  expect(here.session.steer("too early")).toMatchObject({ ok: false, code: "nothing_running" });
  await here.session.send({ text: "go" });
  expect(textsOf(here.session.messages())).toEqual([
    "person: go",
    'assistant: <read_text {"path":"a.txt"}>',
    "result: one",
    "person: rather b",
    "assistant: <probe {}>",
    "result: probed",
    "assistant: Done.",
  ]);
  expect(here.events.filter(({ type }) => type === "steered")).toHaveLength(1);
});

test("several remarks arrive in order; one that came too late begins the next turn", async () => {
  await using here = await createAgentBench({
    tools,
    script: [
      () => {
        here.session.steer("one");
        here.session.steer("two");
        return call("probe");
      },
      () => {
        late.push(here.session.send({ text: "three" }));
        return "Done.";
      },
      "Done again.",
    ],
  });
  const late: Promise<{ readonly answer: string }>[] = [];
  expect(await here.session.send({ text: "go" })).toMatchObject({ answer: "Done." });
  expect(await late[0]).toMatchObject({ answer: "Done again." });
  const texts = textsOf(here.session.messages()).filter((text) => text.startsWith("person:"));
  expect(texts).toEqual(["person: go", "person: one", "person: two", "person: three"]);
});

test("text sent while a turn runs resolves with the end of the turn that took it", async () => {
  const sent: Promise<{ readonly answer: string }>[] = [];
  await using here = await createAgentBench({
    tools,
    script: [
      () => {
        sent.push(here.session.send({ text: "more" }));
        return call("probe");
      },
      "Done.",
    ],
  });
  await here.session.send({ text: "go" });
  expect(await sent[0]).toMatchObject({ answer: "Done." });
});

test("a stop while the model answers keeps what was streamed, and the conversation goes on", async () => {
  await using here = await createAgentBench({ tools, script: [{ hangs: true, text: "I thi" }, "Hello."] });
  const leave = here.session.subscribe(({ type }) => {
    if (type === "text") here.session.stop();
  });
  expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "cancelled" });
  leave();
  expect(textsOf(here.session.messages())).toEqual(["person: go", "assistant: I thi"]);
  expect(here.events.at(-1)).toMatchObject({ type: "done", reason: "cancelled", exit_code: 130 });
  expect(await here.session.send({ text: "hi" })).toMatchObject({ reason: "done" });
  here.model.assertDone();
});

test("Q-006: a stop during a batch keeps the finished result and answers the others", async () => {
  await using here = await createAgentBench({
    tools,
    script: [
      {
        calls: [
          { tool: "probe" },
          { tool: "wait_forever" },
          { tool: "write_text", input: { path: "b", content: "x" } },
        ],
      },
      "Hello.",
    ],
  });
  here.session.subscribe((event) => {
    if (event.type === "tool_progress") here.session.stop();
  });
  expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "cancelled" });
  const results = here.session.messages().filter(({ role }) => role === "result");
  expect(results).toHaveLength(3);
  expect(results).toContainEqual(expect.objectContaining({ status: "ok", text: "probed" }));
  expect(results).toContainEqual(expect.objectContaining({ tool: "wait_forever", status: "cancelled" }));
  expect(await here.session.send({ text: "hi" })).toMatchObject({ reason: "done" });
  here.model.assertDone();
});

test("Q-006: a call whose process died is answered as interrupted when the session goes on", async () => {
  await using here = await createAgentBench({ tools, script: ["Hello."] });
  await here.session.send({ text: "hi" });
  await here.session.close();
  const stored = await here.sessions.open(here.session.id);
  if (!stored.ok) throw new Error(stored.message);
  await stored.value.append({
    kind: "message",
    message: { role: "user", id: "m1", origin: "person", parts: [{ kind: "text", text: "go" }] },
  });
  await stored.value.append({
    kind: "message",
    message: {
      role: "assistant",
      id: "m2",
      model: "x/y",
      parts: [{ kind: "call", callId: "call_x", tool: "probe", rawInput: "{}" }],
    },
  });
  await stored.value.close();
  const again = await here.resume(["I see.", "Yes."]);
  await again.session.send({ text: "and?" });
  expect(textsOf(again.model.requests[0]?.messages ?? [])).toContain(
    "result: interrupted: the call did not finish; it may have happened",
  );
  await again.session.close();
});

test("Q-004: an id is good for one reply only, and equal calls each run once", async () => {
  let runs = 0;
  const counting = toolThat("counting", () => ok(`run ${(runs += 1)}`));
  await using here = await createAgentBench({
    tools: [counting],
    script: [{ calls: [{ tool: "counting" }, { tool: "counting" }] }, call("counting"), "Done."],
  });
  await here.session.send({ text: "go" });
  expect(runs).toBe(3);
  const ids = here.session
    .messages()
    .flatMap((message) => (message.role === "result" ? [message.callId] : []));
  expect(new Set(ids).size).toBe(3);
  here.model.assertDone();
});

test("Q-007: calls and results stay in the next request, also after a restart", async () => {
  await using here = await createAgentBench({
    tools,
    files,
    script: [call("read_text", { path: "a.txt" }), "One.", "Yes."],
  });
  await here.session.send({ text: "go" });
  await here.session.send({ text: "use it" });
  const sent = textsOf(here.model.requests[2]?.messages ?? []);
  expect(sent.filter((text) => text.includes("read_text"))).toHaveLength(1);
  expect(sent.filter((text) => text === "result: one")).toHaveLength(1);
  const again = await here.resume(["Yes."]);
  await again.session.send({ text: "still?" });
  expect(
    textsOf(again.model.requests[0]?.messages ?? []).filter((text) => text === "result: one"),
  ).toHaveLength(1);
  await again.session.close();
});

test("undo removes the last exchange and gives its text back; files stay", async () => {
  await using here = await createAgentBench({
    tools,
    script: ["First.", call("write_text", { path: "b.txt", content: "x" }), "Second.", "Third."],
  });
  await here.session.send({ text: "one" });
  await here.session.send({ text: "two" });
  expect(await here.session.undoExchange()).toEqual({ ok: true, value: "two" });
  expect(textsOf(here.session.messages())).toEqual(["person: one", "assistant: First."]);
  expect(await here.bench.read("b.txt")).toBe("x");
  await here.session.send({ text: "three" });
  expect(textsOf(here.model.requests.at(-1)?.messages ?? [])).toEqual([
    "person: one",
    "assistant: First.",
    "person: three",
  ]);
  await here.session.undoExchange();
  await here.session.undoExchange();
  expect(await here.session.undoExchange()).toMatchObject({ ok: false, code: "nothing_to_undo" });
});

test("an exchange begins with the message that began its turn, not with a remark in between", async () => {
  await using here = await createAgentBench({
    tools,
    script: [
      "First.",
      () => {
        here.session.steer("a remark");
        return call("probe");
      },
      "Second.",
    ],
  });
  await here.session.send({ text: "one" });
  await here.session.send({ text: "two" });
  expect(await here.session.undoExchange()).toEqual({ ok: true, value: "two" });
  expect(textsOf(here.session.messages())).toEqual(["person: one", "assistant: First."]);
});

test("retry sends the last message again without its answer", async () => {
  await using here = await createAgentBench({ script: ["Bad.", "Good."] });
  await here.session.send({ text: "one" });
  expect(await here.session.retry()).toMatchObject({ ok: true, value: { answer: "Good." } });
  expect(textsOf(here.session.messages())).toEqual(["person: one", "assistant: Good."]);
  expect(here.model.requests[1]?.messages).toHaveLength(1);
});

test("a model is changed for the next request; one that cannot be had keeps the present one", async () => {
  const other = scriptedModel(["Other."], { facts: { id: "other/model", provider: "other" } });
  await using here = await createAgentBench({
    script: ["Hi."],
    parts: {
      model: async (id) => {
        if (id === "no/model") return fail("unknown_model", "there is no such model");
        return value(id === "other/model" ? other : here.model);
      },
      defaultModel: "other/model",
    },
  });
  expect(await here.session.setModel("no/model")).toMatchObject({ ok: false, code: "unknown_model" });
  expect(here.session.model).toBe("other/model");
  expect(await here.session.send({ text: "hi" })).toMatchObject({ answer: "Other." });
  await here.session.setModel("scripted/model");
  expect(await here.session.send({ text: "hi" })).toMatchObject({ answer: "Hi." });
  expect(here.events.filter(({ type }) => type === "session")).toHaveLength(2);
});

test("what is asked of people and what they answer is told", async () => {
  const asker: Asker = {
    surface: "terminal",
    ask: async () => ({ choice: "once", by: "Ada", surface: "terminal", at: 1 }),
  };
  await using here = await createAgentBench({
    tools,
    settings: { approvalMode: "prompt" },
    caller: { askers: [asker, { surface: "web", ask: async () => undefined }] },
    script: [call("write_text", { path: "b.txt", content: "x" }), "Done."],
  });
  expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "done", denied: 0 });
  const told = here.events.filter((event) => event.type === "approval");
  expect(told).toMatchObject([
    { request: { tool: "write_text" } },
    { answer: { choice: "once", by: "Ada" } },
  ]);
  expect(told[0]?.type === "approval" && told[1]?.type === "approval" && told[0].id === told[1].id).toBe(
    true,
  );
});

test("A-009: without anyone to ask the call is denied with a reason, and the run has an exit code of its own", async () => {
  await using here = await createAgentBench({
    tools,
    settings: { approvalMode: "prompt" },
    caller: { noAskerReason: "this is a headless run" },
    script: [call("write_text", { path: "b.txt", content: "x" }), "I could not."],
  });
  expect(await here.session.send({ text: "go" })).toMatchObject({ reason: "done", denied: 1 });
  expect(here.events.find(({ type }) => type === "tool_result")).toMatchObject({
    status: "denied",
    code: "approval_unavailable",
    text: expect.stringContaining("this is a headless run"),
  });
  expect(here.events.at(-1)).toMatchObject({ type: "done", exit_code: 3 });
});

/** Background work whose news a test gives. */
function newsDesk(): NoticeSource & { tell(line: string): void } {
  const waiting: string[] = [];
  const watchers = new Set<() => void>();
  return {
    take: () => waiting.splice(0),
    isBusy: () => false,
    watch: (_sessionId, onNews) => {
      watchers.add(onNews);
      return () => watchers.delete(onNews);
    },
    tell: (line) => {
      waiting.push(line);
      for (const watcher of watchers) watcher();
    },
  };
}

test("background work that ends is told before the next step, and wakes a session that is idle", async () => {
  const desk = newsDesk();
  await using here = await createAgentBench({
    tools,
    parts: { notices: [desk] },
    script: [
      () => {
        desk.tell("proc_1 ended");
        return call("probe");
      },
      "Done.",
      "I see.",
    ],
  });
  await here.session.send({ text: "go" });
  expect(textsOf(here.session.messages())).toContain("notice: [wield] proc_1 ended");
  const ended = new Promise<void>((resolve) => {
    here.session.subscribe(({ type }) => {
      if (type === "done") resolve();
    });
  });
  desk.tell("proc_2 ended");
  await ended;
  expect(textsOf(here.session.messages()).slice(-2)).toEqual([
    "notice: [wield] proc_2 ended",
    "assistant: I see.",
  ]);
  here.model.assertDone();
});

test("a session wakes itself at most ten times in a row", async () => {
  const desk = newsDesk();
  await using here = await createAgentBench({
    parts: { notices: [desk] },
    script: Array.from({ length: 30 }, () => () => {
      desk.tell("more news");
      return "I see.";
    }),
  });
  await here.session.send({ text: "go" });
  while (here.session.isBusy) await new Promise((resolve) => setImmediate(resolve));
  expect(here.model.requests.length).toBeLessThanOrEqual(22);
});

test("a closed session takes no more messages and leaves no turn behind", async () => {
  await using here = await createAgentBench({ script: [{ hangs: true }] });
  const turn = here.session.send({ text: "go" });
  await here.session.close();
  expect(await turn).toMatchObject({ reason: "cancelled" });
  await expect(here.session.send({ text: "hi" })).rejects.toThrow("closed");
  expect(await here.sessions.open(here.session.id)).toMatchObject({ ok: true });
});
