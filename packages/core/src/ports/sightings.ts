import type { Sighting } from "../services/files.ts";

/** What each session has seen of which file. Survives the process; writing never waits for a lock. */
export interface SightingStore {
  get(sessionId: string, real: string): Promise<Sighting | undefined>;
  set(sessionId: string, real: string, sighting: Sighting): void;
  forget(sessionId: string, real: string): void;
}
