// Prevents: tests of the pipeline that pass because a port of the bench forgot, mixed up or never failed.
import { expect, test } from "vitest";
import type { ApprovalAnswer, ApprovalRequest, IntentEntry } from "@wield/core";
import { createManualClock } from "./manual-clock.ts";
import { createMemoryApprovals } from "./memory-approvals.ts";
import { createMemoryJournal } from "./memory-journal.ts";
import { createMemoryOutputs } from "./memory-outputs.ts";
import { createMemorySightings } from "./memory-sightings.ts";
import { createMemoryUndo } from "./memory-undo.ts";

const intent: IntentEntry = {
  v: 1,
  type: "intent",
  callId: "call_1",
  at: 0,
  tool: "write_file",
  sessionId: "ses_1",
  workspace: "/w",
  input: {},
  effects: [],
  temporaryFiles: [],
};

const request: ApprovalRequest = {
  id: "apr_1",
  callId: "call_1",
  rootId: "call_1",
  sessionId: "ses_1",
  workspace: "/w",
  caller: "test",
  surface: "api",
  tool: "write_file",
  digest: "d",
  input: {},
  rawInput: { secret: "s" },
  effects: [],
  effectWords: [],
  reason: "it changes a file",
  createdAt: 0,
  deadline: 1000,
};

const yes: ApprovalAnswer = { choice: "once", by: "tester", surface: "api", at: 1 };

test("the journal counts only the intents that reached it", async () => {
  const journal = createMemoryJournal();
  await journal.sync(intent);
  journal.failSyncs();
  await expect(journal.sync(intent)).rejects.toThrow("no space left");
  expect(journal.flushCount).toBe(1);
  expect(journal.entries).toHaveLength(1);
});

test("a journal that hangs lets go when it is told to", async () => {
  const journal = createMemoryJournal();
  journal.hangSyncs();
  const begun = journal.waitForHangingSync();
  const synced = journal.sync(intent);
  await begun;
  expect(journal.flushCount).toBe(0);
  journal.succeedSyncs();
  await synced;
  expect(journal.typesOf("call_1")).toEqual(["intent"]);
});

test("the first answer to a request wins and the second changes nothing", async () => {
  const approvals = createMemoryApprovals();
  const coming = approvals.nextRequest();
  await approvals.create(request);
  expect((await coming).id).toBe("apr_1");
  const waiting = approvals.waitForAnswer("apr_1", new AbortController().signal);
  expect(await approvals.answer("apr_1", yes)).toBe("settled");
  expect(await approvals.answer("apr_1", { ...yes, choice: "deny" })).toBe("already_settled");
  expect(await approvals.answer("apr_9", yes)).toBe("unknown");
  expect(await waiting).toEqual(yes);
  expect(await approvals.close("apr_1", "expired")).toEqual(yes);
});

test("waiting for an answer ends with the signal, and a closed request takes no answer", async () => {
  const approvals = createMemoryApprovals();
  await approvals.create(request);
  expect(await approvals.pending()).toEqual([expect.not.objectContaining({ rawInput: expect.anything() })]);
  const ending = new AbortController();
  const waiting = approvals.waitForAnswer("apr_1", ending.signal);
  ending.abort();
  expect(await waiting).toBeUndefined();
  expect(await approvals.close("apr_1", "cancelled")).toBeUndefined();
  expect(await approvals.answer("apr_1", yes)).toBe("already_settled");
  expect(await approvals.pending()).toEqual([]);
});

test("a stored output is not found from another session", async () => {
  const outputs = createMemoryOutputs();
  const kept = {
    sessionId: "ses_1",
    callId: "call_1",
    tool: "grep",
    text: "abc",
    isPartial: false,
    origins: [],
    at: 0,
  };
  const { id } = await outputs.save(kept);
  expect(id).toMatch(/^out_/);
  expect(await outputs.get("ses_2", id)).toBeUndefined();
  expect(await outputs.get("ses_1", id)).toEqual({ ...kept, id });
  expect(await outputs.list("ses_1")).toEqual([expect.objectContaining({ id, characters: 3 })]);
});

test("what a file held and that it did not exist are told apart", async () => {
  const undo = createMemoryUndo();
  const call = { callId: "call_1", sessionId: "ses_1", workspace: "/w", tool: "write_file", at: 0 };
  const content = new TextEncoder().encode("old");
  await undo.save(call, { real: "/w/a", display: "a", content, madeParents: [] });
  await undo.save(call, { real: "/w/b", display: "b", madeParents: ["/w/d"] });
  await undo.save({ ...call, callId: "call_2" }, { real: "/w/c", display: "c", madeParents: [] });
  const newestFirst = await undo.list("/w");
  expect(newestFirst.map((record) => record.callId)).toEqual(["call_2", "call_1"]);
  expect((await undo.get("/w", "call_1"))?.changes.map((change) => change.existed)).toEqual([true, false]);
  expect(await undo.content("/w", "call_1", 0)).toEqual(content);
  expect(await undo.content("/w", "call_1", 1)).toBeUndefined();
  await undo.markUndone("/w", "call_1", "call_3");
  expect((await undo.get("/w", "call_1"))?.undoneBy).toBe("call_3");
  expect(await undo.get("/other", "call_1")).toBeUndefined();
});

test("what one session saw is unknown to another", async () => {
  const sightings = createMemorySightings();
  sightings.set("ses_1", "/w/a", { mark: "1:a", seen: [] });
  expect(await sightings.get("ses_2", "/w/a")).toBeUndefined();
  expect(await sightings.get("ses_1", "/w/a")).toEqual({ mark: "1:a", seen: [] });
  sightings.forget("ses_1", "/w/a");
  expect(await sightings.get("ses_1", "/w/a")).toBeUndefined();
});

test("a manual clock runs timers in the order they fall due, also those set on the way", async () => {
  const clock = createManualClock(1000);
  const seen: string[] = [];
  clock.timer(20, () => seen.push(`late at ${clock.now()}`));
  clock.timer(10, () => {
    seen.push(`early at ${clock.now()}`);
    clock.timer(5, () => seen.push(`nested at ${clock.now()}`));
  });
  const cancel = clock.timer(12, () => seen.push("cancelled"));
  cancel();
  await clock.advance(9);
  expect(seen).toEqual([]);
  await clock.advance(21);
  expect(seen).toEqual(["early at 1010", "nested at 1015", "late at 1020"]);
  expect(clock.waiting).toBe(0);
});
