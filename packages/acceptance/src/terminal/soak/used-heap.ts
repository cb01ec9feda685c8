import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const LOOKS = 5;
const BETWEEN_MS = 50;

setFlagsFromString("--expose-gc");
const collect: unknown = runInNewContext("gc");

/** Bytes that this process uses of its memory, without what nobody holds any more: buffers are given back late. */
export async function usedHeap(): Promise<number> {
  let least = Infinity;
  for (let look = 0; look < LOOKS; look += 1) {
    if (typeof collect === "function") collect();
    await pause(BETWEEN_MS);
    const { heapUsed, external } = process.memoryUsage();
    least = Math.min(least, heapUsed + external);
  }
  return least;
}
