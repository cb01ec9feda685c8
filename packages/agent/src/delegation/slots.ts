/** A number of places; whoever comes later waits for one, in order. */
export interface Slots {
  /** Resolves with the way to give the place back, or with nothing once the signal is aborted. */
  take(signal: AbortSignal): Promise<(() => void) | undefined>;
}

export function createSlots(count: number): Slots {
  let free = Math.max(1, count);
  const waiting = new Set<() => void>();
  const release = (): void => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else {
      waiting.delete(next);
      next();
    }
  };
  /** A place is given back once, however often it is said. */
  const once = (): (() => void) => {
    let isHeld = true;
    return () => {
      if (isHeld) release();
      isHeld = false;
    };
  };
  return {
    take: async (signal) => {
      if (signal.aborted) return undefined;
      if (free > 0) {
        free -= 1;
        return once();
      }
      return new Promise((resolve) => {
        const onTurn = (): void => {
          signal.removeEventListener("abort", onAbort);
          resolve(once());
        };
        const onAbort = (): void => {
          waiting.delete(onTurn);
          resolve(undefined);
        };
        waiting.add(onTurn);
        signal.addEventListener("abort", onAbort, { once: true });
      });
    },
  };
}
