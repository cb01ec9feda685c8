// Prevents: a start that fails or is slow because of the home's state, a store that keeps its process alive, files
// that others can read, and an export that changes unseen.
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as exported from "./index.ts";
import { approvalRequest } from "./testing/approval-request.ts";
import { startChild } from "./testing/child.ts";
import { intent, outcome, proposed } from "./testing/entries.ts";
import { openToOthers } from "./testing/files-holding.ts";
import { openTestStore } from "./testing/open-test-store.ts";
import { temporaryHome } from "./testing/temporary-home.ts";

test("the package exports exactly this", () => {
  expect(Object.keys(exported).toSorted()).toEqual([
    "DEFAULT_RETENTION",
    "describeFault",
    "holderOf",
    "isAlive",
    "makeFolder",
    "openStore",
    "ownIdentity",
    "takeHold",
  ]);
});

test("opening makes the home for this person only, and nothing else in it", async () => {
  const home = join(temporaryHome(), "not", "there");
  await openTestStore(home);
  expect(statSync(home).mode & 0o777).toBe(0o700);
  expect(readdirSync(home)).toEqual([]);
});

test("everything the store writes is for this person only", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  store.journal.append(proposed("call_1"));
  await store.journal.sync(intent("call_1"));
  store.sightings.set("ses_1", "/w/a", { mark: "m", seen: [] });
  await store.approvals.create(approvalRequest("apr_1"));
  await store.approvals.create(approvalRequest("apr_2"));
  await store.approvals.close("apr_1", "cancelled");
  await store.outputs.save({
    sessionId: "ses_1",
    callId: "call_1",
    tool: "grep",
    text: "x",
    isPartial: false,
    origins: [],
    at: 1,
  });
  const call = { callId: "call_1", sessionId: "ses_1", workspace: "/w", tool: "write_file", at: 1 };
  await store.undo.save(call, { real: "/w/a", display: "a", content: Buffer.from("x"), madeParents: [] });
  await store.undo.markUndone("/w", "call_1", "call_2");
  await store.rules.add("/w", { tool: "x", action: "allow" });
  await store.trust.set("/w", "h");
  await store.sweep();
  await store.query.list();
  expect(readdirSync(home).length).toBeGreaterThan(8);
  expect(openToOthers(home)).toEqual([]);
});

test("P-009: an ended call leaves no mark, an unfinished one does, and only marks of the dead are looked into", async () => {
  const home = temporaryHome();
  const first = await openTestStore(home);
  await first.journal.sync(intent("call_1"));
  expect(readdirSync(join(home, "processes"))).toHaveLength(1);
  first.journal.append(outcome("call_1"));
  await first.close();
  expect(readdirSync(join(home, "processes"))).toEqual([]);
  const second = await openTestStore(home);
  await second.journal.sync(intent("call_2"));
  await second.close();
  expect(readdirSync(join(home, "processes"))).toHaveLength(1);
});

test("P-007: a home that cannot be made is said, and each part refuses for itself", async () => {
  const folder = temporaryHome();
  writeFileSync(join(folder, "file"), "");
  const store = await openTestStore(join(folder, "file", "home"));
  expect(store.logged[0]).toEqual({
    level: "error",
    message: `${join(folder, "file", "home")} cannot be used: a file stands where a folder is expected`,
  });
  store.journal.append(proposed("call_1"));
  await expect(store.journal.sync(intent("call_1"))).rejects.toThrow("the journal could not be written");
  await expect(store.approvals.create(approvalRequest("apr_1"))).rejects.toThrow(
    "the approval request could not be saved",
  );
  await expect(store.rules.add("/w", { tool: "x", action: "allow" })).rejects.toThrow(
    "the rule could not be saved",
  );
  await expect(store.trust.set("/w", "h")).rejects.toThrow("the trust in this folder could not be saved");
  expect(await store.sightings.get("ses_1", "/w/a")).toBeUndefined();
  expect(await store.query.list()).toMatchObject({ ok: true, value: [] });
});

test("a store that is not closed does not keep its process alive", async () => {
  const home = temporaryHome();
  const child = startChild("leave-open", [home]);
  expect(await child.ended).toBe(0);
  expect(child.lines).toEqual(["done"]);
  const store = await openTestStore(home);
  const calls = await store.query.list();
  expect(calls.ok && calls.value.map(({ status }) => status)).toEqual(["ok"]);
});

test("after closing nothing is opened again by what comes late", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  await store.close();
  expect(await store.sightings.get("ses_1", "/w/a")).toBeUndefined();
  expect(existsSync(join(home, "wield.db"))).toBe(false);
  await store.close();
});
