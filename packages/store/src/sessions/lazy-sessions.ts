import type { StoredSessions } from "./file-sessions.ts";

/** Sessions whose code is loaded with the first use: a single call on the command line has none. */
export function lazySessions(load: () => Promise<StoredSessions>): StoredSessions {
  let loading: Promise<StoredSessions> | undefined;
  const loaded = (): Promise<StoredSessions> => (loading ??= load());
  return {
    create: async (session) => (await loaded()).create(session),
    open: async (id) => (await loaded()).open(id),
    find: async (beginning) => (await loaded()).find(beginning),
    list: async (filter) => (await loaded()).list(filter),
    read: async (id) => (await loaded()).read(id),
    fork: async (id, uptoSeq) => (await loaded()).fork(id, uptoSeq),
    delete: async (id) => (await loaded()).delete(id),
    search: async (query, options) => (await loaded()).search(query, options),
    import: async (text, workspaceRoot) => (await loaded()).import(text, workspaceRoot),
    close: async () => (await loading)?.close(),
  };
}
