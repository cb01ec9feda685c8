import type { Clock } from "@wield/core";

const BETWEEN_MS = 5000;
const MOST_CHANGES = 20;

/** Follows a server that says its tools changed: at most once in 5 s, and 20 times in all. */
export function createChangeLimit(
  clock: Clock,
  to: { readonly run: () => void; readonly tooMany: () => void },
): { changed(): void } {
  let taken = 0;
  let isWaiting = false;
  let last = -Infinity;
  return {
    changed: () => {
      if (isWaiting || taken > MOST_CHANGES) return;
      taken += 1;
      if (taken > MOST_CHANGES) return to.tooMany();
      isWaiting = true;
      clock.timer(Math.max(0, last + BETWEEN_MS - clock.monotonic()), () => {
        isWaiting = false;
        last = clock.monotonic();
        to.run();
      });
    },
  };
}
