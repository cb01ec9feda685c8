import { writeSync } from "node:fs";

/** Named points of a process that a crash harness can wait for and stop at. */
export interface CrashPoints {
  /**
   * Says that the process has come to `point`. When it is the one to die at, this never returns: the thread stands
   * still, as if the machine had lost power there, until the harness kills the process.
   */
  reach(point: string): void;
}

export const CRASH_AT_VARIABLE = "WIELD_CRASH_AT";
const REPORT_DESCRIPTOR = 3;

/**
 * The points of a process started by `runUntilKilled`. For the programs of a test, never for the product: those
 * programs put the wrappers of this folder around its journal and its files driver.
 */
export function crashPoints(): CrashPoints {
  const dieAt = process.env[CRASH_AT_VARIABLE];
  return {
    reach(point) {
      writeSync(REPORT_DESCRIPTOR, `${point}\n`);
      if (point === dieAt) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    },
  };
}
