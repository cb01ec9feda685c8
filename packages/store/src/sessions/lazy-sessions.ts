import type { SessionStore } from "@wield/core";

/** Sessions whose code is loaded with the first use: a single call on the command line has none. */
export function lazySessions(load: () => Promise<SessionStore>): SessionStore {
  let loading: Promise<SessionStore> | undefined;
  const loaded = (): Promise<SessionStore> => (loading ??= load());
  return {
    create: async (session) => (await loaded()).create(session),
    open: async (id) => (await loaded()).open(id),
    find: async (beginning) => (await loaded()).find(beginning),
    list: async (filter) => (await loaded()).list(filter),
    read: async (id) => (await loaded()).read(id),
    fork: async (id, uptoSeq) => (await loaded()).fork(id, uptoSeq),
    delete: async (id) => (await loaded()).delete(id),
  };
}
