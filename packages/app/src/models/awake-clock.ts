import type { Clock } from "@wield/core";

/** The same clock, but its timers keep the process alive: a request waits to be repeated, and nothing else is going on. */
export function awakeClock(clock: Clock): Clock {
  return {
    ...clock,
    timer(ms, done) {
      const handle = setTimeout(done, ms);
      return () => clearTimeout(handle);
    },
  };
}
