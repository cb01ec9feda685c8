// Prevents: a record that is lost, mixed with another or spoils its neighbours; a sync that says "on disk" too
// early, or never answers; a journal that cannot be written and takes the call down with it.
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Json } from "@wield/core";
import { expect, test } from "vitest";
import { settableClock, systemClock } from "../testing/clocks.ts";
import { startChild } from "../testing/child.ts";
import { intent, outcome, proposed } from "../testing/entries.ts";
import { openTestStore } from "../testing/open-test-store.ts";
import { temporaryHome } from "../testing/temporary-home.ts";
import { decodeEntry } from "./entry-codec.ts";
import { listDayFiles } from "./journal-days.ts";

const NOON = Date.UTC(2026, 0, 31, 12);

function linesOf(home: string): readonly string[] {
  return listDayFiles(join(home, "journal")).flatMap((name) =>
    readFileSync(join(home, "journal", name), "utf8")
      .split("\n")
      .filter((line) => line !== ""),
  );
}

test("each entry is one line of the day's file, in a folder and file for this person only", async () => {
  const home = join(temporaryHome(), "deep", "home");
  const store = await openTestStore(home, { clock: settableClock(NOON) });
  store.journal.append(proposed("call_1"));
  await store.journal.sync(intent("call_1"));
  store.journal.append(outcome("call_1", { summary: "two\nlines\u2028three" }));
  expect(readdirSync(join(home, "journal"))).toEqual(["2026-01-31.jsonl"]);
  expect(linesOf(home).map((line) => decodeEntry(line)?.type)).toEqual(["proposed", "intent", "outcome"]);
  expect(statSync(join(home, "journal", "2026-01-31.jsonl")).mode & 0o777).toBe(0o600);
  for (const folder of [home, join(home, "journal")]) expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test("an intent and a proposal name the process that works on the call", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  store.journal.append(proposed("call_1"));
  await store.journal.sync(intent("call_1"));
  expect(linesOf(home).map((line) => JSON.parse(line).owner)).toEqual([store.process, store.process]);
});

test("a new day starts a new file, and going back goes on with the old one", async () => {
  const home = temporaryHome();
  const clock = settableClock(Date.UTC(2026, 0, 31, 23, 59, 59, 999));
  const store = await openTestStore(home, { clock });
  store.journal.append(proposed("call_1"));
  clock.set(Date.UTC(2026, 1, 1));
  await store.journal.sync(intent("call_1"));
  clock.set(Date.UTC(2026, 0, 31, 23));
  store.journal.append(outcome("call_1"));
  expect(listDayFiles(join(home, "journal"))).toEqual(["2026-01-31.jsonl", "2026-02-01.jsonl"]);
  expect(readFileSync(join(home, "journal", "2026-01-31.jsonl"), "utf8")).toContain('"outcome"');
});

test("what comes from outside is kept as it is: prototype names, great depth, great length", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  let deep: Json = "bottom";
  for (let level = 0; level < 2_000; level += 1) deep = [deep];
  const inputs: Json[] = [
    JSON.parse('{"__proto__":{"type":"outcome"},"constructor":1,"toString":"x"}') as Json,
    deep,
    "x".repeat(5_000_000),
    "\ud800 lone, \u0000 nul, \u2028",
  ];
  for (const [number, rawInput] of inputs.entries())
    store.journal.append(proposed(`call_${number}`, { rawInput }));
  for (const [number, rawInput] of inputs.entries()) {
    const history = await store.query.get(`call_${number}`);
    expect(history.ok && history.value?.entries).toEqual([
      { ...proposed(`call_${number}`, { rawInput }), at: expect.any(Number), owner: store.process },
    ]);
  }
  expect(store.logged).toEqual([]);
});

test("an entry that JSON cannot hold is logged and costs no other", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  const cycle: Json[] = [];
  cycle.push(cycle);
  store.journal.append(proposed("call_1", { rawInput: cycle }));
  await expect(store.journal.sync(intent("call_2", { input: cycle }))).rejects.toThrow(
    "the journal could not be written",
  );
  store.journal.append(proposed("call_3"));
  expect(linesOf(home).map((line) => decodeEntry(line)?.callId)).toEqual(["call_3"]);
  expect(store.logged.map(({ level }) => level)).toEqual(["error", "warn"]);
});

test("entries given together are lines like any other, and one that JSON cannot hold costs no other", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  store.journal.appendAll?.([proposed("call_1"), outcome("call_1")]);
  const cycle: Json[] = [];
  cycle.push(cycle);
  store.journal.appendAll?.([proposed("call_2", { rawInput: cycle }), outcome("call_2")]);
  expect(linesOf(home).map((line) => decodeEntry(line)?.callId)).toEqual(["call_1", "call_1", "call_2"]);
  const calls = await store.query.list();
  expect(calls.ok && calls.value.map(({ callId, status }) => `${callId} ${status}`).toSorted()).toEqual([
    "call_1 ok",
    "call_2 ok",
  ]);
});

test("P-007: of entries given together on a full disk each is whole or is not there", async () => {
  const home = temporaryHome();
  const child = startChild("write-until-refused", [home, "together"], "ulimit -f 400");
  const told = JSON.parse((await child.nextLine()) ?? "");
  expect(told.logged).toEqual([
    "error: the journal could not be written: the largest allowed file size is reached; entries are being lost",
  ]);
  expect(await child.ended).toBe(0);
  const ids = linesOf(home)
    .flatMap((line) => decodeEntry(line)?.callId ?? [])
    .filter((id) => id !== "call_first");
  expect(ids.length).toBeGreaterThan(10);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a fragment of a killed process costs only itself, wherever it was cut", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  store.journal.append(proposed("call_first"));
  const path = join(home, "journal", readdirSync(join(home, "journal"))[0] ?? "");
  const record = Buffer.from(`\n${JSON.stringify({ ...outcome("call_torn", { summary: "ä€𝄞" }) })}\n`);
  let whole = 1;
  for (let cut = 0; cut < record.length; cut += 1) {
    appendFileSync(path, record.subarray(0, cut));
    store.journal.append(proposed(`call_after_${cut}`));
    whole += 1;
  }
  const calls = await store.query.list({ limit: 10_000 });
  // Cut right before its line break the record is whole.
  expect(calls.ok && calls.value.length).toBe(whole + 1);
  expect(store.logged.every(({ level }) => level === "warn")).toBe(true);
  expect(store.logged[0]?.message).toMatch(
    /line\(s\) of the journal cannot be read and were left as they are; the first is at byte \d+/,
  );
});

test("a journal whose folder is removed is begun again, and the intent is in it", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  await store.journal.sync(intent("call_1"));
  rmSync(join(home, "journal"), { recursive: true });
  await store.journal.sync(intent("call_2"));
  expect(linesOf(home).map((line) => decodeEntry(line)?.callId)).toEqual(["call_2"]);
  renameSync(join(home, "journal"), join(home, "moved"));
  await store.journal.sync(intent("call_3"));
  expect(linesOf(home).map((line) => decodeEntry(line)?.callId)).toEqual(["call_3"]);
});

test("P-007: a journal that cannot be written refuses the intent in a plain sentence and never throws on append", async () => {
  const home = temporaryHome();
  writeFileSync(join(home, "journal"), "in the way");
  const store = await openTestStore(home);
  await expect(store.journal.sync(intent("call_1"))).rejects.toThrow(
    "the journal could not be written: a file stands where a folder is expected",
  );
  store.journal.append(outcome("call_1"));
  store.journal.append(outcome("call_1"));
  expect(store.logged.filter(({ message }) => message.includes("entries are being lost"))).toHaveLength(1);
  rmSync(join(home, "journal"));
  await store.journal.sync(intent("call_2"));
  expect(store.logged.at(-1)?.message).toBe("the journal can be written again; 2 entries were lost");
});

test("P-007: a link in the journal's place is not written through", async () => {
  const home = temporaryHome();
  mkdirSync(join(home, "journal"));
  const clock = settableClock(NOON);
  writeFileSync(join(home, "victim"), "");
  symlinkSync(join(home, "victim"), join(home, "journal", "2026-01-31.jsonl"));
  const store = await openTestStore(home, { clock });
  await expect(store.journal.sync(intent("call_1"))).rejects.toThrow(
    "a link stands where a file is expected",
  );
  expect(readFileSync(join(home, "victim"), "utf8")).toBe("");
});

test("P-007: a full disk refuses the intent, and every intent that was not refused is whole", async () => {
  const home = temporaryHome();
  // In blocks of 512 bytes: the largest size any file may reach.
  const child = startChild("write-until-refused", [home], "ulimit -f 400");
  const told = JSON.parse((await child.nextLine()) ?? "");
  expect(told.refusal).toBe("the journal could not be written: the largest allowed file size is reached");
  expect(told.synced.length).toBeGreaterThan(10);
  expect(told.logged).toContain(
    "error: the journal could not be written: the largest allowed file size is reached; entries are being lost",
  );
  expect(await child.ended).toBe(0);
  const store = await openTestStore(home);
  const calls = await store.query.list({ limit: 10_000 });
  const ids = new Set(calls.ok ? calls.value.map(({ callId }) => callId) : []);
  for (const callId of told.synced) expect(ids).toContain(callId);
});

test("P-007: a folder that may not be written refuses the intent", async () => {
  const home = temporaryHome();
  const child = startChild("write-until-refused", [home, "readonly"]);
  const told = JSON.parse((await child.nextLine()) ?? "");
  expect(told.synced).toEqual([]);
  expect(told.refusal).toBe("the journal could not be written: permission is denied");
  expect(await child.ended).toBe(0);
});

test("P-007: a disk that does not answer is waited for only so long", async () => {
  const home = temporaryHome();
  const limits: number[] = [];
  const clock = {
    ...systemClock,
    timer(ms: number, done: () => void) {
      if (ms !== 5_000) return systemClock.timer(ms, done);
      limits.push(ms);
      done();
      return () => undefined;
    },
  };
  const store = await openTestStore(home, { clock });
  await expect(store.journal.sync(intent("call_1"))).rejects.toThrow(
    "the journal could not be written: it did not reach the disk within 5 s",
  );
  expect(limits).toEqual([5_000]);
});
