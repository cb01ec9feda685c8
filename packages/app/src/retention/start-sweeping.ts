import type { Clock, Log } from "@wield/core";
import type { Store } from "@wield/store";

/** The store itself does nothing within a day of the last time. */
const LOOK_EVERY_MS = 60 * 60 * 1000;
/** What a command may be held up by at its end. */
const LAST_SWEEP_MS = 2_000;

export interface Sweeping {
  readonly store: Pick<Store, "sweep">;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Has old records removed once a day: while it runs, and when it is closed, so that short commands come to it too and
 * none starts later for it. The returned function sweeps a last time, 2 s at most.
 */
export function startSweeping({ store, clock, log }: Sweeping): () => Promise<void> {
  let cancel: (() => void) | undefined;
  const sweep = async (): Promise<void> => {
    try {
      await store.sweep();
    } catch (error) {
      log("warn", `old records could not be removed: ${String(error)}`);
    }
  };
  const wait = (): void => {
    cancel = clock.timer(LOOK_EVERY_MS, () => {
      void sweep();
      wait();
    });
  };
  wait();
  return async () => {
    cancel?.();
    let stopWaiting: (() => void) | undefined;
    const late = new Promise<void>((resolve) => {
      stopWaiting = clock.timer(LAST_SWEEP_MS, resolve);
    });
    await Promise.race([sweep(), late]);
    stopWaiting?.();
  };
}
