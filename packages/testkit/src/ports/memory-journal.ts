import type { IntentEntry, Journal, JournalEntry } from "@wield/core";

type SyncBehaviour = "succeed" | "fail" | "hang";

/** A journal in memory that shows what was recorded and can be told to misbehave. */
export interface MemoryJournal extends Journal {
  /** All entries in the order they came, intents included. */
  readonly entries: readonly JournalEntry[];
  /** How many times an intent reached the disk. */
  readonly flushCount: number;
  /** Entries of one kind, in order. */
  ofType<Type extends JournalEntry["type"]>(type: Type): readonly Extract<JournalEntry, { type: Type }>[];
  /** Kinds of one call's entries, in order, such as `["proposed", "decided", "intent", "outcome"]`. */
  typesOf(callId: string): readonly JournalEntry["type"][];
  /** From now on every `sync` rejects, as with a full disk. */
  failSyncs(): void;
  /** From now on no `sync` resolves until `succeedSyncs` is called. */
  hangSyncs(): void;
  /** From now on `sync` resolves at once; those that hang resolve too. */
  succeedSyncs(): void;
  /** Forgets all entries. */
  clear(): void;
  /** Resolves when a `sync` that hangs has begun. */
  waitForHangingSync(): Promise<void>;
}

export function createMemoryJournal(): MemoryJournal {
  const entries: JournalEntry[] = [];
  let behaviour: SyncBehaviour = "succeed";
  let flushCount = 0;
  let hanging: (() => void)[] = [];
  let watchers: (() => void)[] = [];

  async function sync(entry: IntentEntry): Promise<void> {
    if (behaviour === "fail") throw new Error("no space left on device");
    if (behaviour === "hang") {
      await new Promise<void>((resolve) => {
        hanging.push(resolve);
        for (const seen of watchers.splice(0)) seen();
      });
    }
    entries.push(entry);
    flushCount += 1;
  }

  return {
    entries,
    get flushCount() {
      return flushCount;
    },
    ofType: <Type extends JournalEntry["type"]>(type: Type) =>
      entries.filter((entry): entry is Extract<JournalEntry, { type: Type }> => entry.type === type),
    typesOf: (callId) => entries.filter((entry) => entry.callId === callId).map((entry) => entry.type),
    append: (entry) => {
      entries.push(entry);
    },
    sync,
    failSyncs: () => {
      behaviour = "fail";
    },
    hangSyncs: () => {
      behaviour = "hang";
    },
    succeedSyncs: () => {
      behaviour = "succeed";
      for (const release of hanging) release();
      hanging = [];
    },
    clear: () => {
      entries.length = 0;
    },
    waitForHangingSync: () =>
      hanging.length > 0 ? Promise.resolve() : new Promise((resolve) => watchers.push(resolve)),
  };
}
