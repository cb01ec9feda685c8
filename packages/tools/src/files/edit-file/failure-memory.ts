/** Knows which edits failed before. */
export interface FailureMemory {
  /** Notes that this edit of a session failed; true when it had failed before. */
  hasFailedBefore(edit: {
    readonly sessionId: string;
    readonly path: string;
    readonly anchor: string;
  }): boolean;
}

const LONGEST_KEPT = 2000;

/** Remembers the last `capacity` failed edits of all sessions in this process. */
export function createFailureMemory(capacity: number): FailureMemory {
  const failed = new Set<string>();
  return {
    hasFailedBefore({ sessionId, path, anchor }) {
      const kept =
        anchor.length <= LONGEST_KEPT ? anchor : anchor.slice(0, LONGEST_KEPT) + anchor.slice(-LONGEST_KEPT);
      const key = JSON.stringify([sessionId, path, anchor.length, kept]);
      const isKnown = failed.delete(key);
      failed.add(key);
      const oldest = failed.values().next();
      if (failed.size > capacity && oldest.done !== true) failed.delete(oldest.value);
      return isKnown;
    },
  };
}
