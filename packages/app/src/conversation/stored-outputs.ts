import type { OutputStore } from "@wield/core";

/** An output store that knows at once which sessions have something in it. */
export interface WatchedOutputs extends OutputStore {
  hasAny(sessionId: string): boolean;
  /** Looks what an earlier process stored for this session. */
  lookAt(sessionId: string): Promise<void>;
}

export function watchOutputs(store: OutputStore): WatchedOutputs {
  const sessions = new Set<string>();
  const looked = new Set<string>();
  return {
    save: async (output) => {
      const saved = await store.save(output);
      sessions.add(output.sessionId);
      return saved;
    },
    ...(store.open === undefined ? {} : { open: openWatched(store.open.bind(store), sessions) }),
    get: (sessionId, id) => store.get(sessionId, id),
    list: (sessionId) => store.list(sessionId),
    hasAny: (sessionId) => sessions.has(sessionId),
    lookAt: async (sessionId) => {
      if (looked.has(sessionId)) return;
      looked.add(sessionId);
      if ((await store.list(sessionId)).length > 0) sessions.add(sessionId);
    },
  };
}

function openWatched(
  open: NonNullable<OutputStore["open"]>,
  sessions: Set<string>,
): NonNullable<OutputStore["open"]> {
  return async (output) => {
    const writer = await open(output);
    return {
      ...writer,
      finish: async () => {
        const finished = await writer.finish();
        sessions.add(output.sessionId);
        return finished;
      },
    };
  };
}
