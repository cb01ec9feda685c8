import type { Clock } from "@wield/core";

const WINDOW_MS = 60_000;
const MOST_FAILURES = 10;

/** Addresses that are remembered: one that is pushed out by a flood of others begins anew. */
const MOST_ADDRESSES = 4096;

/**
 * Counts wrong tokens, per address: after ten in a minute the next are answered with 429. The right token is served
 * all the time: nobody can guess 32 random bytes at any speed, and all programs of a machine share an address, so that
 * one with an old token would lock out the others.
 */
export interface FailedLogins {
  /** Notes one; seconds to wait once there were too many. */
  failed(address: string): number | undefined;
}

export function createFailedLogins(clock: Pick<Clock, "monotonic">): FailedLogins {
  const windows = new Map<string, { readonly since: number; count: number }>();
  return {
    failed: (address) => {
      const now = clock.monotonic();
      const known = windows.get(address);
      if (known === undefined || now - known.since >= WINDOW_MS) {
        windows.delete(address);
        const [oldest] = windows.keys();
        if (windows.size >= MOST_ADDRESSES && oldest !== undefined) windows.delete(oldest);
        windows.set(address, { since: now, count: 1 });
        return undefined;
      }
      known.count += 1;
      return known.count <= MOST_FAILURES ? undefined : Math.ceil((known.since + WINDOW_MS - now) / 1000);
    },
  };
}
