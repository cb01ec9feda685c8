// Prevents: an answer that is never heard where folders cannot be watched, and waiting that goes on after a stop.
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryHome } from "../testing/temporary-home.ts";
import { waitForFile } from "./wait-for-file.ts";

function unwatchableFolder(): string {
  return join(temporaryHome(), "not there");
}

test("a folder that cannot be watched is looked into four times a second", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let looks = 0;
  const waiting = waitForFile(unwatchableFolder(), new AbortController().signal, async () => {
    looks += 1;
    return looks === 5;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(looks).toBe(4);
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(looks).toBe(5);
});

test("a stop ends the waiting at once, and no timer is left", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const stop = new AbortController();
  let looks = 0;
  const waiting = waitForFile(unwatchableFolder(), stop.signal, async () => {
    looks += 1;
    return false;
  });
  await vi.advanceTimersByTimeAsync(0);
  stop.abort();
  await waiting;
  expect(looks).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

test("a stop during a look ends the waiting after it", async () => {
  const stop = new AbortController();
  let looks = 0;
  await waitForFile(unwatchableFolder(), stop.signal, async () => {
    looks += 1;
    stop.abort();
    return false;
  });
  expect(looks).toBe(1);
});
