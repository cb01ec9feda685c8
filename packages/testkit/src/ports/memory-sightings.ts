import type { Sighting, SightingStore } from "@wield/core";

/** What each session has seen, in memory. */
export function createMemorySightings(): SightingStore {
  const seen = new Map<string, Sighting>();
  return {
    async get(sessionId, real) {
      return seen.get(key(sessionId, real));
    },
    set(sessionId, real, sighting) {
      seen.set(key(sessionId, real), sighting);
    },
    forget(sessionId, real) {
      seen.delete(key(sessionId, real));
    },
  };
}

function key(sessionId: string, real: string): string {
  return `${sessionId}\0${real}`;
}
