// Prevents: an answer that is lost because the process that asked has ended, one that lets another call run, and one
// that lets the same call run twice.
import { createManualClock, createTestBench } from "@wield/testkit";
import type { BenchCaller, ManualClock, TestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import type { ApprovalChoice } from "../ports/approvals.ts";
import { personWho, SILENT } from "../testing/asker-fixture.ts";
import { deleteFile, readText, writeText } from "../testing/file-tools-fixture.ts";
import { failureOf, okOf } from "../testing/outcome-fixture.ts";
import type { CallOutcome } from "./call.ts";

const PROMPT = { approvalMode: "prompt" } as const;
const input = { path: "b.txt", text: "b" };

interface Restarted extends AsyncDisposable {
  readonly here: TestBench;
  readonly clock: ManualClock;
  readonly requestId: string;
  answer(choice: ApprovalChoice, remark?: string): Promise<unknown>;
  takeUp(more?: BenchCaller, other?: object): Promise<CallOutcome>;
}

/** A request whose asker will never hear of anything again. */
async function restarted(): Promise<Restarted> {
  const clock = createManualClock();
  const here = await createTestBench({ tools: [readText, writeText, deleteFile], settings: PROMPT, clock });
  const hears = here.approvals.waitForAnswer;
  here.approvals.waitForAnswer = () => new Promise(() => undefined);
  const asked = here.conversation({ askers: [SILENT] });
  void here.pipeline.call({ tool: "write_text", input, id: "call_lost" }, asked);
  const { id: requestId } = await here.approvals.nextRequest();
  here.approvals.waitForAnswer = hears;
  return {
    here,
    clock,
    requestId,
    answer: (choice, remark) => {
      const more = remark === undefined ? {} : { remark };
      return here.approvals.answer(requestId, { choice, by: "Eve", surface: "web", at: 0, ...more });
    },
    takeUp: (more = { askers: [SILENT] }, other = input) => {
      const call = { tool: "write_text", input: JSON.stringify(other), id: "call_lost", isTakenUp: true };
      return here.pipeline.call(call, here.conversation(more));
    },
    [Symbol.asyncDispose]: () => here.dispose(),
  };
}

test("R-002: a yes that came after the process had ended lets the very call run, and only once", async () => {
  await using after = await restarted();
  await after.answer("once");
  okOf(await after.takeUp({}));
  expect(await after.here.read("b.txt")).toBe("b");
  expect(after.here.journal.ofType("answered")).toMatchObject([{ by: "Eve", approvalId: after.requestId }]);
  const again = failureOf(await after.takeUp({}));
  expect(again).toMatchObject({ status: "denied", code: "approval_denied" });
  expect(again.message).toContain("used already, so it may have happened");
});

test("R-002: always counts as shown, also after a restart", async () => {
  await using after = await restarted();
  await after.answer("always");
  okOf(await after.takeUp({}));
  expect(after.here.savedRules).toMatchObject([{ tool: "write_text", action: "allow" }]);
});

test("R-002: a no that came meanwhile is told with who and why, also where the mode asks no more", async () => {
  for (const settings of [{}, { approvalMode: "auto" } as const]) {
    await using after = await restarted();
    await after.answer("deny", "not there");
    expect(failureOf(await after.takeUp({ settings })).message).toBe("Eve refused this call: not there");
    await expect(after.here.read("b.txt")).rejects.toThrow();
  }
});

test("R-002: a pending question keeps its deadline, and is put to whoever is there now", async () => {
  await using after = await restarted();
  await after.clock.advance(299_000);
  const waiting = after.takeUp();
  await after.clock.advance(999);
  await after.answer("once");
  okOf(await waiting);

  await using late = await restarted();
  await late.clock.advance(200_000);
  const expiring = late.takeUp();
  await late.clock.advance(100_000);
  expect(failureOf(await expiring).message).toBe("write_text was not run: no answer within 300 s");
  expect(await late.answer("once")).toBe("already_settled");

  await using there = await restarted();
  const ada = personWho("once");
  okOf(await there.takeUp({ askers: [ada.asker] }));
  expect(ada.seen.map(({ id }) => id)).toEqual([there.requestId]);
  expect(ada.seen[0]).not.toHaveProperty("rawInput");
});

test("R-002: an approval is for the call that was shown, and for no other of its id", async () => {
  await using after = await restarted();
  await after.answer("once");
  const outcome = failureOf(await after.takeUp({}, { path: "b.txt", text: "something else" }));
  expect(outcome).toMatchObject({ status: "denied", code: "approval_denied" });
  expect(outcome.message).toContain("no longer the call that people were asked about");
  await expect(after.here.read("b.txt")).rejects.toThrow();

  await using pending = await restarted();
  failureOf(await pending.takeUp({ askers: [SILENT] }, { path: "c.txt", text: "b" }));
  expect(await pending.here.approvals.pending()).toEqual([]);
});

test("R-006: taken up where nobody can be asked, it is denied at once and the question is closed", async () => {
  await using after = await restarted();
  const outcome = failureOf(await after.takeUp({ noAskerReason: "wield run has nobody attached" }));
  expect(outcome.code).toBe("approval_unavailable");
  expect(outcome.message).toContain("wield run has nobody attached");
  expect(await after.here.approvals.pending()).toEqual([]);
});

test("where the mode asks no more a pending question is closed and the call runs", async () => {
  await using after = await restarted();
  okOf(await after.takeUp({ settings: { approvalMode: "auto" } }));
  expect(await after.here.approvals.pending()).toEqual([]);
});

test("a call about which nobody was asked is asked for like any other; another session's answer is not its own", async () => {
  await using after = await restarted();
  await after.answer("once");
  const ada = personWho("deny");
  const outcome = await after.takeUp({ sessionId: "ses_other", askers: [ada.asker] });
  expect(failureOf(outcome).message).toBe("Ada refused this call");
  expect(ada.seen).toHaveLength(1);
});
