// Prevents: a home that grows for ever, something removed before its time or while it is still needed, and a start
// that pays for cleaning up each time.
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { expect, test } from "vitest";
import { identityName, ownIdentity } from "../process/process-identity.ts";
import { approvalRequest } from "../testing/approval-request.ts";
import { settableClock } from "../testing/clocks.ts";
import { intent, outcome, proposed } from "../testing/entries.ts";
import { openTestStore } from "../testing/open-test-store.ts";
import { temporaryHome } from "../testing/temporary-home.ts";
import { dayFileName, DAY_MS } from "../journal/journal-days.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
const KEEP = { journalKeepDays: 90, undoKeepDays: 30, undoKeepBytes: 1_000_000, outputsKeepDays: 20 };

test("each kind is kept for its days and not a day less", async () => {
  const home = temporaryHome();
  const clock = settableClock(NOW);
  const store = await openTestStore(home, { clock });
  const ages = [0, 19, 20, 21, 30, 31, 89, 90, 91, 200];
  for (const age of ages) {
    const at = NOW - age * DAY_MS;
    clock.set(at);
    store.journal.append(proposed(`call_${age}`, { at }));
    store.journal.append(outcome(`call_${age}`, { at }));
    const call = { callId: `call_${age}`, sessionId: "ses_1", workspace: "/w", tool: "write_file", at };
    await store.undo.save(call, { real: "/w/a", display: "a", content: Buffer.alloc(100), madeParents: [] });
    await store.outputs.save({
      sessionId: `ses_${age}`,
      callId: `call_${age}`,
      tool: "grep",
      text: "x",
      isPartial: false,
      origins: [],
      at,
    });
    await store.approvals.create(approvalRequest(`apr_${age}`, { createdAt: at, deadline: at + 1_000 }));
    await store.approvals.close(`apr_${age}`, "expired");
    store.sightings.set("ses_1", `/w/${age}`, { mark: "m", seen: [] });
  }
  clock.set(NOW);
  await store.query.list();
  expect(await store.sweep(KEEP)).toBe(true);

  const journal = [0, 19, 20, 21, 30, 31, 89, 90];
  const calls = await store.query.list();
  expect(calls.ok && calls.value.map(({ callId }) => callId).toSorted()).toEqual(
    journal.map((age) => `call_${age}`).toSorted(),
  );
  expect(readdirSync(join(home, "journal"))).toEqual(
    journal.map((age) => dayFileName(NOW - age * DAY_MS)).toSorted(),
  );
  expect((await store.undo.list("/w")).map(({ callId }) => callId)).toEqual(
    [0, 19, 20, 21, 30].map((age) => `call_${age}`),
  );
  expect(readdirSync(join(home, "outputs")).toSorted()).toEqual(["ses_0", "ses_19", "ses_20"]);
  expect(readdirSync(join(home, "approvals")).toSorted()).toEqual(
    [...journal.map((age) => `apr_${age}`), "inputs"].toSorted(),
  );
  for (const age of ages) {
    expect((await store.sightings.get("ses_1", `/w/${age}`)) !== undefined, String(age)).toBe(
      journal.includes(age),
    );
  }
  expect(store.logged).toEqual([]);
});

test("what the dead left beside the place of a file goes, what the living are writing stays", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  const dead = identityName({ ...ownIdentity(), pid: 999_999_999 });
  const folders = [
    "approvals/apr_1",
    "approvals/inputs",
    "rules/0123456789abcdef",
    "trust",
    "undo/0123456789abcdef",
  ];
  for (const folder of folders) {
    mkdirSync(join(home, folder), { recursive: true });
    for (const owner of [dead, identityName(ownIdentity())])
      writeFileSync(join(home, folder, `.new-${owner}-0123456789ab-x.json`), "{}");
  }
  await store.sweep();
  for (const folder of folders) {
    expect(readdirSync(join(home, folder)), folder).toEqual([
      `.new-${identityName(ownIdentity())}-0123456789ab-x.json`,
    ]);
  }
  expect(store.logged).toEqual([]);
});

test("one start with a clock that is a year ahead removes nothing; after a real rest it is removed a day later", async () => {
  const home = temporaryHome();
  const clock = settableClock(NOW);
  const store = await openTestStore(home, { clock });
  store.journal.append(proposed("call_1", { at: NOW }));
  store.journal.append(outcome("call_1", { at: NOW }));
  const call = { callId: "call_1", sessionId: "ses_1", workspace: "/w", tool: "write_file", at: NOW };
  await store.undo.save(call, { real: "/w/a", display: "a", content: Buffer.alloc(10), madeParents: [] });
  await store.sweep(KEEP);
  const isKept = async (): Promise<readonly boolean[]> => [
    existsSync(join(home, "journal", dayFileName(NOW))),
    (await store.undo.list("/w")).length === 1,
  ];
  clock.set(NOW + 365 * DAY_MS);
  expect(await store.sweep(KEEP)).toBe(true);
  expect(await isKept()).toEqual([true, true]);
  clock.set(NOW + DAY_MS);
  expect(await store.sweep(KEEP)).toBe(true);
  expect(await isKept()).toEqual([true, true]);
  clock.set(NOW + 200 * DAY_MS);
  await store.sweep(KEEP);
  expect(await isKept()).toEqual([true, true]);
  clock.set(NOW + 201 * DAY_MS);
  await store.sweep(KEEP);
  expect(await isKept()).toEqual([false, false]);
});

test("the index forgets what the journal no longer holds, in pieces, and keeps calls that reach into kept days", async () => {
  const home = temporaryHome();
  const clock = settableClock(NOW - 91 * DAY_MS);
  const store = await openTestStore(home, { clock });
  for (let number = 0; number < 2_500; number += 1)
    store.journal.append(proposed(`call_${number}`, { at: clock.now() }));
  clock.set(NOW - 90 * DAY_MS);
  store.journal.append(outcome("call_7", { at: clock.now() }));
  clock.set(NOW);
  await store.query.list();
  await store.sweep(KEEP);
  const calls = await store.query.list();
  expect(calls.ok && calls.value.map(({ callId, status }) => [callId, status])).toEqual([["call_7", "ok"]]);
  const history = await store.query.get("call_7");
  expect(history.ok && history.value?.entries.map(({ type }) => type)).toEqual(["outcome"]);
  await store.close();
  const database = new DatabaseSync(join(home, "wield.db"));
  const count = (table: string): unknown =>
    database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.["count"];
  expect([count("entry"), count("call"), count("journal_file")]).toEqual([1, 1, 1]);
  database.close();
});

test("it is done once a day for all processes, and again when the clock was wrong", async () => {
  const home = temporaryHome();
  const clock = settableClock(NOW);
  const store = await openTestStore(home, { clock });
  expect(await store.sweep(KEEP)).toBe(true);
  expect(await store.sweep(KEEP)).toBe(false);
  clock.set(NOW + DAY_MS - 1);
  expect(await (await openTestStore(home, { clock })).sweep(KEEP)).toBe(false);
  clock.set(NOW + DAY_MS);
  expect(await store.sweep(KEEP)).toBe(true);
  clock.set(NOW);
  expect(await store.sweep(KEEP)).toBe(true);
  writeFileSync(join(home, "last-sweep"), "nonsense");
  expect(await store.sweep(KEEP)).toBe(true);
});

test("of undo data the newest calls are kept up to the bytes allowed, over all workspaces", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home, { clock: settableClock(NOW) });
  for (let number = 0; number < 10; number += 1) {
    const call = {
      callId: `call_${number}`,
      sessionId: "ses_1",
      workspace: `/w${number % 2}`,
      tool: "write_file",
      at: NOW - 100 + number,
    };
    await store.undo.save(call, {
      real: "/w/a",
      display: "a",
      content: Buffer.alloc(10_000),
      madeParents: [],
    });
    if (number < 4) await store.undo.markUndone(call.workspace, call.callId, "call_x");
  }
  await store.sweep({ ...KEEP, undoKeepBytes: 55_000 });
  const kept = [...(await store.undo.list("/w0")), ...(await store.undo.list("/w1"))].map(
    ({ callId }) => callId,
  );
  expect(kept.toSorted()).toEqual(["call_5", "call_6", "call_7", "call_8", "call_9"]);
  expect(
    readdirSync(join(home, "undo"), { recursive: true }).filter((name) => String(name).endsWith(".undone")),
  ).toEqual([]);
});

test("a pending request, an output being stored and a damaged database of today are left alone", async () => {
  const home = temporaryHome();
  const clock = settableClock(NOW);
  const store = await openTestStore(home, { clock });
  await store.approvals.create(
    approvalRequest("apr_old", { createdAt: NOW - 200 * DAY_MS, deadline: NOW + 1 }),
  );
  mkdirSync(join(home, "approvals", "apr_making"));
  mkdirSync(join(home, "outputs", "ses_1"), { recursive: true });
  writeFileSync(join(home, "outputs", "ses_1", "out_0000.txt"), "");
  for (const [name, at] of [
    ["wield.db.damaged-1", NOW - DAY_MS],
    ["wield.db.damaged-2-wal", NOW - 91 * DAY_MS],
  ] as const) {
    writeFileSync(join(home, name), "");
    utimesSync(join(home, name), at / 1_000, at / 1_000);
  }
  utimesSync(join(home, "approvals", "apr_making"), NOW / 1_000, NOW / 1_000);
  utimesSync(join(home, "outputs", "ses_1", "out_0000.txt"), NOW / 1_000, NOW / 1_000);
  await store.sweep(KEEP);
  expect((await store.approvals.pending()).map(({ id }) => id)).toEqual(["apr_old"]);
  expect(existsSync(join(home, "approvals", "apr_making"))).toBe(true);
  expect(existsSync(join(home, "outputs", "ses_1", "out_0000.txt"))).toBe(true);
  expect(readdirSync(home).filter((name) => name.includes("damaged"))).toEqual(["wield.db.damaged-1"]);
});

test("interrupted calls are found without the mark of their process too", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  mkdirSync(join(home, "journal"));
  const owner = { ...store.process, pid: 999_999_999 };
  writeFileSync(
    join(home, "journal", dayFileName(Date.now())),
    `${JSON.stringify({ ...intent("call_1"), owner })}\n`,
  );
  await store.sweep(KEEP);
  expect(await store.query.get("call_1")).toMatchObject({
    value: { entries: [{ type: "intent" }, { type: "outcome", status: "interrupted" }] },
  });
});

test("one thing that cannot be removed stops nothing else", async () => {
  const home = temporaryHome();
  const clock = settableClock(NOW);
  const store = await openTestStore(home, { clock });
  writeFileSync(join(home, "approvals"), "in the way");
  const at = NOW - 40 * DAY_MS;
  await store.outputs.save({
    sessionId: "ses_1",
    callId: "call_1",
    tool: "grep",
    text: "x",
    isPartial: false,
    origins: [],
    at,
  });
  await store.sweep(KEEP);
  expect(await store.outputs.list("ses_1")).toEqual([]);
  expect(store.logged.map(({ message }) => message)).toEqual([
    "something old could not be removed: a file stands where a folder is expected",
  ]);
});
