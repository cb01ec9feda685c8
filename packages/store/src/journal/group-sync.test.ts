// Prevents: an intent reported as on disk by a sync that began before it was written, and one sync per caller
// where one would do.
import { expect, test } from "vitest";
import { GroupSync } from "./group-sync.ts";

interface Run {
  resolve: () => void;
  reject: (error: Error) => void;
}

function observedSync(): { sync: GroupSync; runs: Run[] } {
  const runs: Run[] = [];
  const sync = new GroupSync(() => new Promise<void>((resolve, reject) => runs.push({ resolve, reject })));
  return { sync, runs };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("callers of one instant share a sync", async () => {
  const { sync, runs } = observedSync();
  const all = Promise.all([sync.request(), sync.request(), sync.request()]);
  await turn();
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await all;
});

test("who comes while a sync runs shares the next one, which starts when that has ended", async () => {
  const { sync, runs } = observedSync();
  const first = sync.request();
  await turn();
  let isSecondDone = false;
  const second = (async () => {
    await Promise.all([sync.request(), sync.request()]);
    isSecondDone = true;
  })();
  await turn();
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await first;
  await turn();
  expect([runs.length, isSecondDone]).toEqual([2, false]);
  runs[1]?.resolve();
  await second;
  expect(isSecondDone).toBe(true);
});

test("a sync that fails rejects those who shared it and no one after them", async () => {
  const { sync, runs } = observedSync();
  const failed = Promise.allSettled([sync.request(), sync.request()]);
  await turn();
  const next = sync.request();
  runs[0]?.reject(new Error("EIO"));
  expect((await failed).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await turn();
  runs[1]?.resolve();
  await next;
  await sync.idle();
});
