// Prevents: indexing that takes its time from calls that are going on, or that never comes while they do.
import { DatabaseSync } from "node:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { settableClock } from "../testing/clocks.ts";
import { proposed } from "../testing/entries.ts";
import { openTestStore } from "../testing/open-test-store.ts";
import { temporaryHome } from "../testing/temporary-home.ts";

/** A clock whose time passes only when it is told to, with the timers that are due. */
function steppedClock() {
  let now = 0;
  const timers = new Set<{ readonly at: number; readonly done: () => void }>();
  return {
    ...settableClock(Date.UTC(2026, 0, 31, 12)),
    monotonic: () => now,
    timer(ms: number, done: () => void) {
      const timer = { at: now + ms, done };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pass(ms: number) {
      now += ms;
      for (const timer of [...timers].filter(({ at }) => at <= now)) {
        timers.delete(timer);
        timer.done();
      }
    },
  };
}

function indexedEntries(home: string): number {
  const path = join(home, "wield.db");
  if (!existsSync(path)) return 0;
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return Number(database.prepare("SELECT count(*) AS entries FROM entry").get()?.["entries"]);
  } finally {
    database.close();
  }
}

test("indexing waits for a quiet moment, but not without end, and a reader waits for neither", async () => {
  const home = temporaryHome();
  const clock = steppedClock();
  const store = await openTestStore(home, { clock });
  const callEvery = (ms: number, times: number): void => {
    for (let count = 0; count < times; count += 1) {
      store.journal.append(proposed(`call_busy_${clock.monotonic()}`));
      clock.pass(ms);
    }
  };
  callEvery(100, 200);
  await new Promise((resolve) => setImmediate(resolve));
  expect(indexedEntries(home)).toBe(0);
  const calls = await store.query.list({ limit: 1_000 });
  expect(calls.ok && calls.value.length).toBe(200);
  callEvery(100, 1);
  clock.pass(200);
  await expect.poll(() => indexedEntries(home)).toBe(201);
  callEvery(100, 320);
  await expect.poll(() => indexedEntries(home)).toBeGreaterThan(500);
});
