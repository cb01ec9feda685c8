import type { Clock } from "@wield/core";

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  timer(ms, done) {
    const timer = setTimeout(done, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** Time that stands still until it is set; timers run on the machine's. */
export function settableClock(start: number): Clock & { set(now: number): void } {
  let now = start;
  return {
    ...systemClock,
    now: () => now,
    set(to) {
      now = to;
    },
  };
}
