// Prevents: a call that waits for another process's lock; an index that is damaged, removed, too new or behind and
// takes the journal's record with it; an entry counted twice or a second outcome replacing the first.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { DatabaseSync } from "node:sqlite";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Store } from "../open-store.ts";
import { startChild } from "../testing/child.ts";
import { settableClock } from "../testing/clocks.ts";
import { intent, outcome, proposed } from "../testing/entries.ts";
import { openTestStore } from "../testing/open-test-store.ts";
import { temporaryHome } from "../testing/temporary-home.ts";

const SIGHTING = { mark: "3:abc", seen: [{ first: 1, last: 2 }] };

async function idsOf(
  store: Store,
  filter: Parameters<Store["query"]["list"]>[0] = {},
): Promise<readonly string[]> {
  const calls = await store.query.list(filter);
  if (!calls.ok) throw new Error(calls.message);
  return calls.value.map(({ callId }) => callId);
}

async function homeWithCalls(count: number): Promise<string> {
  const home = temporaryHome();
  const store = await openTestStore(home);
  for (let number = 0; number < count; number += 1) {
    store.journal.append(proposed(`call_${number}`, { at: number }));
    store.journal.append(outcome(`call_${number}`, { at: number }));
  }
  store.sightings.set("ses_1", "/w/a.txt", SIGHTING);
  await store.close();
  return home;
}

for (const mode of ["normal", "exclusive"]) {
  test(`P-009: no call waits while another process holds the database (${mode} locking)`, async () => {
    const home = await homeWithCalls(1);
    const holder = startChild("hold-database", [join(home, "wield.db"), mode]);
    expect(await holder.nextLine()).toBe("held");
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const store = await openTestStore(home);
    for (let number = 0; number < 50; number += 1) {
      store.journal.append(proposed(`call_more_${number}`));
      await store.journal.sync(intent(`call_more_${number}`));
      store.sightings.set("ses_1", `/w/${number}`, SIGHTING);
      expect(await store.sightings.get("ses_1", `/w/${number}`)).toEqual(SIGHTING);
      store.journal.append(outcome(`call_more_${number}`));
    }
    // What others have written can be read while the lock is the usual one.
    expect(await store.sightings.get("ses_1", "/w/a.txt")).toEqual(mode === "normal" ? SIGHTING : undefined);
    delay.disable();
    expect(delay.max / 1e6).toBeLessThan(1_000);
    // The record itself is complete without the database.
    expect(await idsOf(store)).toHaveLength(51);
    holder.say("release");
    expect(await holder.nextLine()).toBe("released");
    await store.close();
    const later = await openTestStore(home);
    expect(await later.sightings.get("ses_1", "/w/49")).toEqual(SIGHTING);
    expect(await idsOf(later)).toHaveLength(51);
  });
}

test("P-009: what waited for the lock is written once it is free, without being asked for", async () => {
  const home = await homeWithCalls(1);
  const other = await openTestStore(home);
  const holder = startChild("hold-database", [join(home, "wield.db")]);
  expect(await holder.nextLine()).toBe("held");
  const store = await openTestStore(home);
  store.sightings.set("ses_1", "/w/late", SIGHTING);
  expect(await other.sightings.get("ses_1", "/w/late")).toBeUndefined();
  holder.say("release");
  expect(await holder.nextLine()).toBe("released");
  await expect.poll(() => other.sightings.get("ses_1", "/w/late")).toEqual(SIGHTING);
});

test("closing waits a while for the lock", async () => {
  const home = await homeWithCalls(1);
  const holder = startChild("hold-database", [join(home, "wield.db")]);
  expect(await holder.nextLine()).toBe("held");
  const store = await openTestStore(home);
  store.sightings.set("ses_1", "/w/late", SIGHTING);
  const closing = store.close();
  holder.say("release");
  await closing;
  expect(await (await openTestStore(home)).sightings.get("ses_1", "/w/late")).toEqual(SIGHTING);
});

test("closing while the lock is held ends, and what is in the journal is indexed by the next process", async () => {
  const home = await homeWithCalls(1);
  const holder = startChild("hold-database", [join(home, "wield.db")]);
  expect(await holder.nextLine()).toBe("held");
  const store = await openTestStore(home);
  store.journal.append(proposed("call_late"));
  store.sightings.set("ses_1", "/w/late", SIGHTING);
  await store.close();
  holder.say("release");
  expect(await holder.nextLine()).toBe("released");
  expect(await idsOf(await openTestStore(home))).toContain("call_late");
});

test("a process that only appends needs no database, and the next one finds its calls", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  store.journal.append(proposed("call_1"));
  await store.journal.sync(intent("call_1"));
  store.journal.append(outcome("call_1"));
  await store.close();
  expect(readdirSync(home)).not.toContain("wield.db");
  expect(await idsOf(await openTestStore(home))).toEqual(["call_1"]);
});

test("a call has one outcome: the first", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  await store.journal.sync(intent("call_1"));
  store.journal.append(outcome("call_1", { status: "failed", code: "timeout", summary: "first" }));
  store.journal.append(outcome("call_1", { status: "ok", summary: "second" }));
  expect(await store.query.get("call_1")).toMatchObject({
    value: { call: { status: "failed", code: "timeout", summary: "first" } },
  });
});

test("two stores that index at the same time take each entry once", async () => {
  const home = temporaryHome();
  const stores = await Promise.all([openTestStore(home), openTestStore(home), openTestStore(home)]);
  for (let number = 0; number < 300; number += 1)
    stores[number % 3]?.journal.append(proposed(`call_${number}`));
  await Promise.all(stores.map((store) => store.query.list()));
  await Promise.all(stores.map((store) => store.close()));
  const database = new DatabaseSync(join(home, "wield.db"));
  expect(database.prepare("SELECT count(*) AS count FROM entry").get()?.["count"]).toBe(300);
  database.close();
});

test("calls are listed newest first, and by workspace, session, tool and status", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  store.journal.append(proposed("call_1", { at: 1, workspace: "/a", sessionId: "ses_a", tool: "grep" }));
  store.journal.append(outcome("call_1", { at: 2 }));
  store.journal.append(proposed("call_2", { at: 3, workspace: "/b", sessionId: "ses_b" }));
  store.journal.append(outcome("call_2", { at: 4, status: "denied", code: "policy_denied" }));
  store.journal.append(proposed("call_3", { at: 5, workspace: "/a", sessionId: "ses_b" }));
  expect(await idsOf(store)).toEqual(["call_3", "call_2", "call_1"]);
  expect(await idsOf(store, { limit: 1 })).toEqual(["call_3"]);
  expect(await idsOf(store, { workspace: "/a" })).toEqual(["call_3", "call_1"]);
  expect(await idsOf(store, { sessionId: "ses_b" })).toEqual(["call_3", "call_2"]);
  expect(await idsOf(store, { tool: "grep" })).toEqual(["call_1"]);
  expect(await idsOf(store, { status: "denied" })).toEqual(["call_2"]);
  expect(await idsOf(store, { status: "running" })).toEqual(["call_3"]);
  expect(await idsOf(store, { status: "interrupted" })).toEqual([]);
  expect(await store.query.get("call_none")).toMatchObject({ ok: true, value: undefined });
});

test("what a torn entry would have told is missing, the call is not", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  store.journal.append(outcome("call_1"));
  await store.journal.sync(intent("call_2"));
  const calls = await store.query.list();
  expect(calls.ok && calls.value.map(({ callId, tool }) => [callId, tool]).toSorted()).toEqual([
    ["call_1", undefined],
    ["call_2", "write_file"],
  ]);
});

test("lines that are no entries, whatever they hold, are left alone and stop nothing", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  const path = join(home, "journal", "2026-01-01.jsonl");
  mkdirSync(join(home, "journal"));
  const hostile: readonly string[] = [
    "null",
    "1",
    '"x"',
    "[]",
    "{}",
    "{",
    "\0\0\0",
    "[".repeat(100_000),
    JSON.stringify({ ...outcome("call_bad"), v: 2 }),
    JSON.stringify({ ...outcome("call_bad"), type: "toString" }),
    JSON.stringify({ ...outcome("call_bad"), status: "__proto__" }),
    JSON.stringify({ ...outcome("call_bad"), callId: { toString: 1 } }),
    JSON.stringify({ ...outcome("call_bad"), at: "now" }),
    JSON.stringify({ ...outcome("call_bad") }).replace(/"at":\d+/, '"at":1e999'),
    JSON.stringify({ ...outcome("call_bad"), changed: [1] }),
    JSON.stringify(intent("call_bad")),
    JSON.stringify({ ...intent("call_bad"), owner: { pid: "1" } }),
    JSON.stringify({ ...proposed("call_bad"), owner: null }),
    `{"__proto__":${JSON.stringify(outcome("call_bad"))}}`,
  ];
  const good = JSON.stringify(outcome("call_good", { durationMs: 1e300, at: 1.5, summary: "\ud800" }));
  writeFileSync(path, `${hostile.join("\n")}\n${good}\n`);
  expect(await idsOf(store)).toEqual(["call_good"]);
  expect(store.logged.map(({ level }) => level)).toEqual(["warn"]);
  expect(store.logged[0]?.message).toContain(`${hostile.length} line(s)`);
  expect(readFileSync(path, "utf8")).toContain(hostile[3]);
});

test("a line longer than any record is passed over", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  mkdirSync(join(home, "journal"));
  const path = join(home, "journal", "2026-01-01.jsonl");
  // A file with a hole: long, but nothing to write.
  writeFileSync(path, "x");
  truncateSync(path, 130 * 1024 * 1024);
  writeFileSync(path, `\n${JSON.stringify(outcome("call_good"))}\n`, { flag: "a" });
  expect(await idsOf(store)).toEqual(["call_good"]);
});

test("a journal file that became shorter is indexed anew, and said", async () => {
  const home = await homeWithCalls(10);
  const [day = ""] = readdirSync(join(home, "journal"));
  writeFileSync(join(home, "journal", day), `\n${JSON.stringify(outcome("call_only"))}\n`);
  const store = await openTestStore(home);
  expect(await idsOf(store)).toEqual(["call_only"]);
  expect(store.logged.map(({ message }) => message)).toEqual([
    `the journal's file ${day} is shorter than it was; it was indexed anew`,
  ]);
});

for (const [name, damage] of [
  ["is no database", (path: string) => writeFileSync(path, "not a database".repeat(1_000))],
  ["is torn", (path: string) => truncateSync(path, 9_000)],
  [
    "lacks its tables",
    (path: string) => {
      const database = new DatabaseSync(path);
      database.exec("DROP TABLE call; DROP TABLE sighting");
      database.close();
    },
  ],
] as const) {
  test(`a database that ${name} is set aside and made again from the journal`, async () => {
    const home = await homeWithCalls(40);
    // Nothing is left in the log that could mend the damage.
    const whole = new DatabaseSync(join(home, "wield.db"));
    whole.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    whole.close();
    damage(join(home, "wield.db"));
    const store = await openTestStore(home);
    expect(await idsOf(store)).toHaveLength(40);
    expect(await store.sightings.get("ses_1", "/w/a.txt")).toBeUndefined();
    store.sightings.set("ses_1", "/w/a.txt", SIGHTING);
    await store.close();
    expect(store.logged.map(({ level }) => level)).toEqual(["warn"]);
    expect(store.logged[0]?.message).toMatch(
      /^wield\.db is damaged \(.+\); it was moved to .+ and is made again from the journal$/,
    );
    expect(readdirSync(home).filter((entry) => entry.startsWith("wield.db.damaged-"))).not.toEqual([]);
    const later = await openTestStore(home);
    expect(await later.sightings.get("ses_1", "/w/a.txt")).toEqual(SIGHTING);
    expect(await idsOf(later)).toHaveLength(40);
  });
}

test("a database damaged or removed under a running process is replaced too", async () => {
  const home = await homeWithCalls(3);
  const store = await openTestStore(home);
  expect(await idsOf(store)).toHaveLength(3);
  for (const end of ["", "-wal", "-shm"]) rmSync(join(home, `wield.db${end}`), { force: true });
  store.journal.append(proposed("call_more"));
  expect(await idsOf(store)).toHaveLength(4);
  // And it is the one that others see.
  store.sightings.set("ses_1", "/w/b.txt", SIGHTING);
  await store.query.list();
  expect(await (await openTestStore(home)).sightings.get("ses_1", "/w/b.txt")).toEqual(SIGHTING);
});

test("a database of a newer version is left as it is, with what to do; the journal goes on", async () => {
  const home = await homeWithCalls(2);
  const database = new DatabaseSync(join(home, "wield.db"));
  database.exec("PRAGMA user_version = 99");
  database.close();
  const store = await openTestStore(home);
  await store.journal.sync(intent("call_1"));
  expect(await store.query.list()).toMatchObject({
    ok: false,
    code: "store_too_new",
    message: "wield.db has format 99, this Wield knows format 1 at most",
    hint: expect.stringContaining("update Wield"),
  });
  expect(await store.sightings.get("ses_1", "/w/a.txt")).toBeUndefined();
  await store.close();
  expect(store.logged).toHaveLength(1);
  expect(store.logged[0]?.message).toContain("update Wield");
});

test("a database of version 1 is taken over with what it holds", async () => {
  const home = temporaryHome();
  const fixtures = fileURLToPath(new URL("fixtures", import.meta.url));
  copyFileSync(join(fixtures, "v1.db"), join(home, "wield.db"));
  mkdirSync(join(home, "journal"));
  copyFileSync(join(fixtures, "v1-2026-01-31.jsonl"), join(home, "journal", "2026-01-31.jsonl"));
  const store = await openTestStore(home, { clock: settableClock(Date.UTC(2026, 0, 31, 12)) });
  expect(await store.sightings.get("ses_1", "/w/a.txt")).toEqual(SIGHTING);
  const calls = await store.query.list();
  expect(calls.ok && calls.value).toMatchObject([
    { callId: "call_2", status: "interrupted", hadIntent: true },
    { callId: "call_1", status: "ok", tool: "write_file", durationMs: 1.5 },
  ]);
  expect(await store.query.get("call_1")).toMatchObject({
    value: { entries: [{ type: "proposed" }, { type: "intent" }, { type: "outcome" }] },
  });
  expect(store.logged).toEqual([]);
});

test("closing leaves the log to later ones, and the log stays short", async () => {
  const home = temporaryHome();
  const sizes: number[] = [];
  for (let number = 0; number < 30; number += 1) {
    const store = await openTestStore(home);
    for (let more = 0; more < 40; more += 1) store.journal.append(proposed(`call_${number}_${more}`));
    store.sightings.set("ses_1", `/w/${number}`, SIGHTING);
    await store.close();
    sizes.push(statSync(join(home, "wield.db-wal"), { throwIfNoEntry: false })?.size ?? 0);
  }
  expect(sizes.filter((size) => size > 0).length).toBeGreaterThan(20);
  expect(sizes.filter((size) => size === 0).length).toBeGreaterThan(1);
  expect(Math.max(...sizes)).toBeLessThan(1_000_000);
  expect(await idsOf(await openTestStore(home), { limit: 10_000 })).toHaveLength(1_200);
});

test("every file of the database is for this person only", async () => {
  const home = await homeWithCalls(1);
  const store = await openTestStore(home);
  store.journal.append(proposed("call_x"));
  await store.query.list();
  const files = readdirSync(home).filter((name) => name.startsWith("wield.db"));
  expect(files).toEqual(["wield.db", "wield.db-shm", "wield.db-wal"]);
  for (const name of files) expect(statSync(join(home, name)).mode & 0o777, name).toBe(0o600);
});
