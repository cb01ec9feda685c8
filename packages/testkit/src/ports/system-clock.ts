import { performance } from "node:perf_hooks";
import type { Clock } from "@wield/core";

/** The machine's own time. */
export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    timer(ms, done) {
      const timer = setTimeout(done, ms);
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}
