import type { Clock } from "@wield/core";

/** A clock that stands still until it is moved. */
export interface ManualClock extends Clock {
  /** Moves time on and runs what falls due on the way, in order, letting promises settle in between. */
  advance(ms: number): Promise<void>;
  /** Number of timers that wait. */
  readonly waiting: number;
}

interface Timer {
  readonly at: number;
  readonly done: () => void;
}

/** Starts at 2026-01-01T00:00:00Z unless another instant (milliseconds since the epoch) is given. */
export function createManualClock(startAt: number = Date.UTC(2026, 0, 1)): ManualClock {
  let elapsed = 0;
  const timers = new Set<Timer>();

  function nextDue(limit: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of timers) {
      if (timer.at <= limit && (next === undefined || timer.at < next.at)) next = timer;
    }
    return next;
  }

  return {
    now: () => startAt + elapsed,
    monotonic: () => elapsed,
    timer(ms, done) {
      const timer: Timer = { at: elapsed + ms, done };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(ms) {
      const end = elapsed + ms;
      await settlePromises();
      for (let due = nextDue(end); due !== undefined; due = nextDue(end)) {
        timers.delete(due);
        elapsed = Math.max(elapsed, due.at);
        due.done();
        await settlePromises();
      }
      elapsed = end;
    },
    get waiting() {
      return timers.size;
    },
  };
}

function settlePromises(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
