import type { Clock } from "@wield/core";

const MAX_WAIT_MS = 60_000;
const MOST_FAILURES = 5;

/** When a server that failed may be tried again: at once after it died, then after 1, 2, 4 … 60 s, then not at all. */
export interface Backoff {
  succeeded(): void;
  failed(): void;
  /** It was connected and is so no longer. */
  ended(): void;
  waitMs(): number;
  isGivenUp(): boolean;
  failures(): number;
  reset(): void;
}

/** A server that dies right after each start fails too: only what held for a while counts as a success. */
const HELD_MS = 10_000;

export function createBackoff(clock: Clock): Backoff {
  let failures = 0;
  let notBefore = 0;
  let connectedAt: number | undefined;
  const fail = (): void => {
    failures += 1;
    notBefore = clock.monotonic() + Math.min(MAX_WAIT_MS, 1000 * 2 ** (failures - 1));
  };
  return {
    succeeded: () => {
      connectedAt = clock.monotonic();
    },
    failed: fail,
    ended: () => {
      const held = connectedAt === undefined ? 0 : clock.monotonic() - connectedAt;
      connectedAt = undefined;
      if (held >= HELD_MS) failures = 0;
      else if (failures > 0) return fail();
      else failures = 1;
      notBefore = 0;
    },
    waitMs: () => Math.max(0, notBefore - clock.monotonic()),
    isGivenUp: () => failures >= MOST_FAILURES,
    failures: () => failures,
    reset: () => {
      failures = 0;
      notBefore = 0;
    },
  };
}
