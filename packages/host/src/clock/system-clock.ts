import type { Clock } from "@wield/core";

/** The longest delay a Node timer takes; a longer one would fire at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** The machine's clock. Its timers alone keep no process alive and may be longer than 24 days. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  timer(ms, done) {
    let timer: NodeJS.Timeout;
    const wait = (leftMs: number): void => {
      const delayMs = Math.min(leftMs, LONGEST_DELAY_MS);
      timer = setTimeout(() => (leftMs > delayMs ? wait(leftMs - delayMs) : done()), delayMs);
      timer.unref();
    };
    wait(ms);
    return () => clearTimeout(timer);
  },
};
