// Prevents: two answers to one question, an answer after the deadline, a question lost by a restart, and the input
// as it came lying around after it was needed.
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ApprovalAnswer } from "@wield/core";
import { expect, test } from "vitest";
import { approvalRequest } from "../testing/approval-request.ts";
import { startChild } from "../testing/child.ts";
import { settableClock } from "../testing/clocks.ts";
import { filesHolding, openToOthers } from "../testing/files-holding.ts";
import { openTestStore } from "../testing/open-test-store.ts";
import { temporaryHome } from "../testing/temporary-home.ts";

const SECRET = "sk-SECRET-as-it-came";
const ANSWER: ApprovalAnswer = { choice: "once", by: "ann", surface: "terminal", at: 1, remark: "go" };
const never = new AbortController().signal;

test("R-002: the input as it came is in the approvals store alone, mode 0600, and gone once settled", async () => {
  for (const settle of ["answer", "expired", "cancelled"] as const) {
    const home = temporaryHome();
    const store = await openTestStore(home);
    await store.approvals.create(approvalRequest("apr_1", { rawInput: { key: SECRET } }));
    expect(filesHolding(home, SECRET)).toEqual([join(home, "approvals", "inputs", "apr_1.json")]);
    expect(openToOthers(home)).toEqual([]);
    expect(await store.approvals.rawInput("apr_1")).toEqual({ key: SECRET });
    if (settle === "answer") expect(await store.approvals.answer("apr_1", ANSWER)).toBe("settled");
    else expect(await store.approvals.close("apr_1", settle)).toBeUndefined();
    expect(filesHolding(home, SECRET)).toEqual([]);
    expect(await store.approvals.rawInput("apr_1")).toBeUndefined();
  }
});

test("what is pending is listed oldest first, without the input as it came", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  const now = Date.now();
  for (const [id, createdAt] of [
    ["apr_b", now],
    ["apr_a", now + 1],
    ["apr_c", now - 1],
  ] as const) {
    await store.approvals.create(approvalRequest(id, { createdAt }));
  }
  await store.approvals.answer("apr_a", ANSWER);
  const pending = await store.approvals.pending();
  expect(pending.map(({ id }) => id)).toEqual(["apr_c", "apr_b"]);
  expect(pending[0]).not.toHaveProperty("rawInput");
});

test("the first answer wins, later ones and those to nothing change nothing and are told so", async () => {
  const store = await openTestStore(temporaryHome());
  await store.approvals.create(approvalRequest("apr_1"));
  expect(await store.approvals.answer("apr_1", ANSWER)).toBe("settled");
  expect(await store.approvals.answer("apr_1", { ...ANSWER, choice: "deny" })).toBe("already_settled");
  for (const id of ["apr_2", "apr_../apr_1", "../approvals/apr_1", "", "inputs"]) {
    expect(await store.approvals.answer(id, ANSWER), id).toBe("unknown");
    expect(await store.approvals.waitForAnswer(id, never)).toBeUndefined();
    expect(await store.approvals.close(id, "expired")).toBeUndefined();
  }
  expect(await store.approvals.waitForAnswer("apr_1", never)).toEqual(ANSWER);
  expect(await store.approvals.close("apr_1", "expired")).toEqual(ANSWER);
});

test("of answers from several processes at the same time exactly one is taken, and it is the one heard", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  await store.approvals.create(approvalRequest("apr_1"));
  const people = ["ann", "bob", "cem"].map((by) => ({
    by,
    child: startChild("answer-approval", [home, "apr_1", by]),
  }));
  for (const { child } of people) expect(await child.nextLine()).toBe("ready");
  const heard = store.approvals.waitForAnswer("apr_1", never);
  for (const { child } of people) child.say("now");
  const attempts = await Promise.all(
    people.map(async ({ by, child }) => ({ by, said: await child.nextLine() })),
  );
  expect(attempts.map(({ said }) => said).toSorted()).toEqual([
    "already_settled",
    "already_settled",
    "settled",
  ]);
  expect((await heard)?.by).toBe(attempts.find(({ said }) => said === "settled")?.by);
});

test("an answer that races the deadline is either the answer or none, for everybody", async () => {
  const store = await openTestStore(temporaryHome());
  for (let number = 0; number < 20; number += 1) {
    const id = `apr_${number}`;
    await store.approvals.create(approvalRequest(id));
    const [attempt, closed] = await Promise.all([
      store.approvals.answer(id, ANSWER),
      store.approvals.close(id, "expired"),
    ]);
    expect(closed).toEqual(attempt === "settled" ? ANSWER : undefined);
    expect(await store.approvals.waitForAnswer(id, never)).toEqual(closed);
  }
});

test("waiting ends when the signal is aborted, and at once when it was", async () => {
  const store = await openTestStore(temporaryHome());
  await store.approvals.create(approvalRequest("apr_1"));
  const stop = new AbortController();
  const waiting = store.approvals.waitForAnswer("apr_1", stop.signal);
  stop.abort();
  expect(await waiting).toBeUndefined();
  expect(await store.approvals.waitForAnswer("apr_1", AbortSignal.abort())).toBeUndefined();
  expect((await store.approvals.pending()).map(({ id }) => id)).toEqual(["apr_1"]);
});

test("waiting ends when the request is closed elsewhere", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  await store.approvals.create(approvalRequest("apr_1"));
  const waiting = store.approvals.waitForAnswer("apr_1", never);
  await (await openTestStore(home)).approvals.close("apr_1", "cancelled");
  expect(await waiting).toBeUndefined();
});

test("an answer after the deadline is none, and ends the request", async () => {
  const home = temporaryHome();
  const clock = settableClock(1_000);
  const store = await openTestStore(home, { clock });
  await store.approvals.create(
    approvalRequest("apr_1", { createdAt: 1_000, deadline: 2_000, rawInput: SECRET }),
  );
  clock.set(2_000);
  expect(await store.approvals.answer("apr_1", ANSWER)).toBe("already_settled");
  expect(await store.approvals.waitForAnswer("apr_1", never)).toBeUndefined();
  expect(filesHolding(home, SECRET)).toEqual([]);
});

test("a request outlives the process that asked, until its deadline, and then its input goes", async () => {
  const home = temporaryHome();
  const asking = startChild("ask", [home, "apr_1", SECRET]);
  expect(await asking.nextLine()).toBe("apr_1");
  asking.kill();
  await asking.ended;
  const store = await openTestStore(home);
  const [pending] = await store.approvals.pending();
  expect(pending?.id).toBe("apr_1");
  expect(filesHolding(home, SECRET)).toHaveLength(1);
  // Opening is enough: nobody needs to ask what is pending.
  await openTestStore(home, { clock: settableClock((pending?.deadline ?? 0) + 1) });
  expect(filesHolding(home, SECRET)).toEqual([]);
  expect(await store.approvals.answer("apr_1", ANSWER)).toBe("already_settled");
});

test("a process that waits hears the answer of another, and stays alive for it", async () => {
  const home = temporaryHome();
  const asking = startChild("ask", [home, "apr_1"]);
  expect(await asking.nextLine()).toBe("apr_1");
  const store = await openTestStore(home);
  expect(await store.approvals.answer("apr_1", ANSWER)).toBe("settled");
  expect(JSON.parse((await asking.nextLine()) ?? "")).toEqual(ANSWER);
  expect(await asking.ended).toBe(0);
});

test("what a killed process left half made is removed, what a living one is making is not", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  await store.approvals.create(approvalRequest("apr_1"));
  const inputs = join(home, "approvals", "inputs");
  const { pid, startTime, bootId, pidNamespace } = store.process;
  const nameFor = (owner: number): string =>
    `.new-${owner}.${startTime}.${bootId}.${pidNamespace}-0123456789ab-apr_2.json`;
  for (const owner of [pid, 999_999_999]) writeFileSync(join(inputs, nameFor(owner)), SECRET);
  writeFileSync(join(inputs, "apr_gone.json"), SECRET);
  await openTestStore(home);
  expect(readdirSync(inputs).toSorted()).toEqual([nameFor(pid), "apr_1.json"]);
});

test("an answer that cannot be read allows nothing", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  for (const [number, text] of [
    "",
    "{",
    "{}",
    '{"v":1,"answer":{"choice":"yes"}}',
    '{"v":2,"answer":{}}',
    `{"v":1,"__proto__":{"answer":1}}`,
  ].entries()) {
    const id = `apr_${number}`;
    await store.approvals.create(approvalRequest(id));
    writeFileSync(join(home, "approvals", id, "answer.json"), text);
    expect(await store.approvals.waitForAnswer(id, never)).toBeUndefined();
    expect(await store.approvals.answer(id, ANSWER)).toBe("already_settled");
  }
});

test("an id is taken once, and only ids are taken", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  await store.approvals.create(approvalRequest("apr_1", { reason: "first" }));
  await expect(store.approvals.create(approvalRequest("apr_1", { reason: "second" }))).rejects.toThrow(
    "there is an approval apr_1 already",
  );
  for (const id of ["apr_", "../apr_x", "apr_/x", "apr_.."]) {
    await expect(store.approvals.create(approvalRequest(id)), id).rejects.toThrow("is not an approval id");
  }
  expect((await store.approvals.pending()).map(({ reason }) => reason)).toEqual(["first"]);
});

test("a request that cannot be stored leaves nothing of it", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  await store.approvals.create(approvalRequest("apr_1"));
  await store.approvals.close("apr_1", "cancelled");
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  await expect(
    store.approvals.create(approvalRequest("apr_2", { rawInput: deep as string })),
  ).rejects.toThrow();
  expect(readdirSync(join(home, "approvals")).toSorted()).toEqual(["apr_1", "inputs"]);
});

test("the newest request about a call is found by another process, with what became of it; its answer is used once", async () => {
  const home = temporaryHome();
  const asking = await openTestStore(home);
  const now = Date.now();
  await asking.approvals.create(approvalRequest("apr_1", { createdAt: now - 10 }));
  await asking.approvals.create(approvalRequest("apr_2", { createdAt: now }));
  await asking.approvals.create(approvalRequest("apr_3", { callId: "call_2" }));
  await asking.approvals.create(approvalRequest("apr_4", { callId: "call_3", deadline: now - 1 }));
  const { approvals } = await openTestStore(home);
  expect(await approvals.ofCall("ses_1", "call_1")).toMatchObject({
    request: { id: "apr_2" },
    state: { kind: "pending" },
  });
  await approvals.answer("apr_2", { choice: "once", by: "Eve", surface: "web", at: now });
  expect((await approvals.ofCall("ses_1", "call_1"))?.state).toMatchObject({
    kind: "answered",
    answer: { choice: "once", by: "Eve" },
  });
  await approvals.close("apr_3", "cancelled");
  expect((await approvals.ofCall("ses_1", "call_2"))?.state).toEqual({ kind: "closed", why: "cancelled" });
  expect((await approvals.ofCall("ses_1", "call_3"))?.state).toEqual({ kind: "closed", why: "expired" });
  expect(await approvals.ofCall("ses_2", "call_1")).toBeUndefined();
  const takers = await Promise.all([approvals, asking.approvals].map((store) => store.take("apr_2")));
  expect(takers.toSorted()).toEqual([false, true]);
  expect(await approvals.take("apr_2")).toBe(false);
});
