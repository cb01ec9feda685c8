// Prevents: a home that grows for ever because only short commands use it, and a command that hangs at its end.
import { createManualClock, createMemoryLog } from "@wield/testkit";
import { expect, test } from "vitest";
import { startSweeping } from "./start-sweeping.ts";

const HOUR_MS = 3_600_000;

test("nothing is swept at the start, once an hour is looked, and once more at the end", async () => {
  const clock = createManualClock();
  let sweeps = 0;
  const store = { sweep: async () => (sweeps += 1) > 0 };
  const stop = startSweeping({ store, clock, log: createMemoryLog().log });
  await clock.advance(HOUR_MS - 1);
  expect(sweeps).toBe(0);
  await clock.advance(2 * HOUR_MS);
  expect(sweeps).toBe(2);
  await stop();
  expect(sweeps).toBe(3);
  expect(clock.waiting).toBe(0);
});

test("a sweep that fails is logged, one that does not end holds up the end by 2 s", async () => {
  const clock = createManualClock();
  const { log, lines } = createMemoryLog();
  const failing = startSweeping({
    store: { sweep: () => Promise.reject(new Error("disk full")) },
    clock,
    log,
  });
  await failing();
  expect(lines).toEqual([
    expect.objectContaining({ level: "warn", message: expect.stringContaining("disk full") }),
  ]);

  let hasStopped = false;
  const stop = startSweeping({ store: { sweep: () => new Promise(() => {}) }, clock, log });
  const stopping = stop().then(() => (hasStopped = true));
  await clock.advance(1_999);
  expect(hasStopped).toBe(false);
  await clock.advance(1);
  await stopping;
});
