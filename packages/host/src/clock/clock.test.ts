// Prevents: ids that repeat or fall back, a timer that fires at once because it is long, and one that
// keeps the process alive.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { createIdSource } from "./id-source.ts";
import { systemClock } from "./system-clock.ts";

test("ids rise as text and never repeat, also within a millisecond and while the clock goes back", () => {
  let time = 1_790_000_000_000;
  const ids = createIdSource({ now: () => time });
  const made: string[] = [];
  for (let count = 0; count < 20_000; count += 1) {
    if (count % 100 === 50) time -= 5000;
    if (count % 100 === 99) time += 5001;
    made.push(ids.next("call_"));
  }
  expect(made).toEqual(made.toSorted());
  expect(new Set(made).size).toBe(made.length);
});

test("an id is its prefix, ten digits of the time and eight of chance", () => {
  const ids = createIdSource({ now: () => 1_790_000_000_000 });
  expect(ids.next("apr_")).toMatch(/^apr_01m3250v00[0-9a-hjkmnp-tv-z]{8}$/);
  const others = createIdSource({ now: () => 1_790_000_000_000 });
  expect(others.next("apr_")).not.toBe(createIdSource({ now: () => 1_790_000_000_000 }).next("apr_"));
});

test("the clock tells the time and never goes back", () => {
  const before = Date.now();
  const now = systemClock.now();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
  const first = systemClock.monotonic();
  expect(systemClock.monotonic()).toBeGreaterThanOrEqual(first);
});

test("a timer fires once after its time, however long, unless it is cancelled", () => {
  vi.useFakeTimers();
  try {
    const fired: string[] = [];
    const day = 24 * 3600 * 1000;
    systemClock.timer(100 * day, () => fired.push("long"));
    systemClock.timer(5, () => fired.push("short"));
    systemClock.timer(60 * day, () => fired.push("never"))();
    const cancelLater = systemClock.timer(60 * day, () => fired.push("never"));
    vi.advanceTimersByTime(5);
    expect(fired).toEqual(["short"]);
    vi.advanceTimersByTime(50 * day);
    cancelLater();
    vi.advanceTimersByTime(50 * day - 6);
    expect(fired).toEqual(["short"]);
    vi.advanceTimersByTime(200 * day);
    expect(fired).toEqual(["short", "long"]);
  } finally {
    vi.useRealTimers();
  }
});

test("a timer alone keeps no process alive", async () => {
  const clock = JSON.stringify(new URL("system-clock.ts", import.meta.url).href);
  const program = `const { systemClock } = await import(${clock}); systemClock.timer(3_600_000, () => {});`;
  await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], { timeout: 120_000 });
});
