// Prevents: a server that keeps us busy with its changes, and one that is started again and again although it dies.
import { createManualClock } from "@wield/testkit";
import { expect, test } from "vitest";
import { createBackoff } from "./backoff.ts";
import { createChangeLimit } from "./change-limit.ts";

test("changes are taken once in 5 s and 20 times in all, and the first of them at once", async () => {
  const clock = createManualClock();
  let runs = 0;
  let ends = 0;
  const limit = createChangeLimit(clock, { run: () => (runs += 1), tooMany: () => (ends += 1) });
  for (let notice = 0; notice < 1000; notice += 1) limit.changed();
  await clock.advance(0);
  expect(runs).toBe(1);
  for (let notice = 0; notice < 1000; notice += 1) limit.changed();
  await clock.advance(4999);
  expect(runs).toBe(1);
  await clock.advance(1);
  expect(runs).toBe(2);
  for (let round = 0; round < 100; round += 1) {
    limit.changed();
    await clock.advance(5000);
  }
  expect([runs, ends]).toEqual([20, 1]);
});

test("a server that fails is tried again after 1, 2, 4 and 8 s, and given up after five failures", async () => {
  const clock = createManualClock();
  const backoff = createBackoff(clock);
  const waits: number[] = [];
  for (let failure = 0; failure < 5; failure += 1) {
    expect(backoff.isGivenUp()).toBe(false);
    backoff.failed();
    waits.push(backoff.waitMs());
    await clock.advance(backoff.waitMs());
    expect(backoff.waitMs()).toBe(0);
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000]);
  expect(backoff.isGivenUp()).toBe(true);
  backoff.reset();
  expect([backoff.isGivenUp(), backoff.waitMs(), backoff.failures()]).toEqual([false, 0, 0]);
});

test("one that dies after it held is started at once; one that dies right after each start is not", async () => {
  const clock = createManualClock();
  const backoff = createBackoff(clock);
  backoff.succeeded();
  await clock.advance(60_000);
  backoff.ended();
  expect([backoff.waitMs(), backoff.failures()]).toEqual([0, 0]);
  for (let start = 0; start < 5; start += 1) {
    backoff.succeeded();
    await clock.advance(10);
    backoff.ended();
    if (start === 0) expect(backoff.waitMs()).toBe(0);
    else expect(backoff.waitMs()).toBeGreaterThan(0);
  }
  expect(backoff.isGivenUp()).toBe(true);
});
