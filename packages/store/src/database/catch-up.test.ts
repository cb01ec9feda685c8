// Prevents: entries that are passed over for good because a transaction that had taken them was taken back, a file
// of an earlier day that grows again, or a step that holds up everything else.
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { outcome } from "../testing/entries.ts";
import { temporaryHome } from "../testing/temporary-home.ts";
import { catchUpStep, catchUpWithin, inTransaction } from "./catch-up.ts";
import { indexEntry } from "./index-entry.ts";
import { openDatabase } from "./open-database.ts";
import type { OpenDatabase } from "./open-database.ts";

const line = (callId: string, padding = 0): string =>
  `\n${JSON.stringify(outcome(callId, { summary: "x".repeat(padding) }))}\n`;

async function opened(): Promise<{ open: OpenDatabase; journal: string; count: () => unknown }> {
  const home = temporaryHome();
  const journal = join(home, "journal");
  mkdirSync(journal);
  const open = await openDatabase(":memory:");
  return {
    open,
    journal,
    count: () => open.database.prepare("SELECT count(*) AS count FROM entry").get()?.["count"],
  };
}

function catchUp(open: OpenDatabase, journal: string): number {
  let steps = 0;
  while (!catchUpStep(open, journal).isDone) steps += 1;
  return steps;
}

test("what a transaction took that was taken back is taken again", async () => {
  const { open, journal, count } = await opened();
  writeFileSync(join(journal, "2026-01-01.jsonl"), line("call_1"));
  const failing = (): void => {
    catchUpWithin(open, journal);
    throw new Error("no");
  };
  expect(() => inTransaction(open, failing)).toThrow("no");
  expect(count()).toBe(0);
  catchUp(open, journal);
  expect(count()).toBe(1);
});

test("a file of any day that grows is looked at again, by a clock that went back too", async () => {
  const { open, journal, count } = await opened();
  const days = ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"];
  for (const day of days) writeFileSync(join(journal, `${day}.jsonl`), line(`call_${day}`));
  catchUp(open, journal);
  appendFileSync(join(journal, "2026-01-01.jsonl"), line("call_late"));
  catchUp(open, journal);
  expect(count()).toBe(5);
});

test("a long journal is taken in many steps, a record longer than a step in one, the unfinished one not at all", async () => {
  const { open, journal, count } = await opened();
  const path = join(journal, "2026-01-01.jsonl");
  for (let number = 0; number < 2_000; number += 1) appendFileSync(path, line(`call_${number}`, 500));
  appendFileSync(path, line("call_long", 3_000_000));
  appendFileSync(path, line("call_unfinished").slice(0, -1));
  expect(catchUp(open, journal)).toBeGreaterThan(4);
  expect(count()).toBe(2_001);
  appendFileSync(path, "\n");
  catchUp(open, journal);
  expect(count()).toBe(2_002);
});

test("a step that took all there was says so at once, or calls that go on would keep the index busy without end", async () => {
  const { open, journal, count } = await opened();
  writeFileSync(join(journal, "2026-01-01.jsonl"), line("call_1"));
  writeFileSync(join(journal, "2026-01-02.jsonl"), line("call_2"));
  expect(catchUpStep(open, journal).isDone).toBe(false);
  expect(catchUpStep(open, journal).isDone).toBe(true);
  appendFileSync(join(journal, "2026-01-02.jsonl"), line("call_3") + line("call_unfinished").slice(0, -1));
  expect(catchUpStep(open, journal).isDone).toBe(true);
  expect(count()).toBe(3);
  appendFileSync(join(journal, "2026-01-02.jsonl"), "\n");
  expect(catchUpStep(open, journal).isDone).toBe(true);
  expect(count()).toBe(4);
});

test("an entry whose values the database refuses is passed over, not an end to all that come after it", async () => {
  const { open } = await opened();
  const place = { file: "2026-01-01.jsonl", offset: 0, length: 1 };
  expect(indexEntry(open.statements, outcome("call_1", { at: 1e300 }), place)).toBe(false);
  expect(indexEntry(open.statements, outcome("call_1"), { ...place, offset: 10 })).toBe(true);
});
