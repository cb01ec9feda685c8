import type { Clock, Log, Sighting, SightingStore } from "@wield/core";
import { textOf } from "../database/columns.ts";
import type { JournalIndex, WrittenBehind } from "../database/journal-index.ts";
import type { OpenDatabase } from "../database/open-database.ts";
import { parseJson } from "../home/json-fields.ts";

/** Most sightings kept while the database cannot be written. */
const MAX_WAITING = 10_000;
/** The database is closed to readers only for instants, when its last user leaves or a killed one's log is taken over. */
const READ_RETRIES = 5;
const READ_RETRY_MS = 10;

interface Waiting {
  readonly sessionId: string;
  readonly real: string;
  /** Nothing to forget it. */
  readonly sighting: Sighting | undefined;
  readonly at: number;
}

/**
 * Sightings in the database, written behind. What is not written yet is answered from memory; where there is
 * no database everything else counts as unseen, which refuses no read and loses nothing.
 */
export class DatabaseSightings implements SightingStore, WrittenBehind {
  readonly #index: JournalIndex;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #waiting = new Map<string, Waiting>();
  #writing: readonly (readonly [string, Waiting])[] = [];

  constructor(index: JournalIndex, clock: Clock, log: Log) {
    this.#index = index;
    this.#clock = clock;
    this.#log = log;
    index.addWrittenBehind(this);
  }

  async get(sessionId: string, real: string): Promise<Sighting | undefined> {
    const waiting = this.#waiting.get(keyOf(sessionId, real));
    if (waiting !== undefined) return waiting.sighting;
    for (let retries = READ_RETRIES; ; retries -= 1) {
      const attempt = await this.#index.attempt(({ statements }) => statements.sighting.get(sessionId, real));
      if (attempt.kind === "done") {
        const row = attempt.value;
        return row === undefined
          ? undefined
          : parseSighting(textOf(row, "mark") ?? "", textOf(row, "seen") ?? "");
      }
      if (attempt.kind === "unavailable" || retries === 0) return undefined;
      await new Promise<void>((resolve) => setTimeout(resolve, READ_RETRY_MS));
    }
  }

  set(sessionId: string, real: string, sighting: Sighting): void {
    this.#wait({ sessionId, real, sighting, at: this.#clock.now() });
  }

  forget(sessionId: string, real: string): void {
    this.#wait({ sessionId, real, sighting: undefined, at: this.#clock.now() });
  }

  get hasNews(): boolean {
    return this.#waiting.size > 0;
  }

  write({ statements }: OpenDatabase): void {
    this.#writing = [...this.#waiting];
    for (const [, { sessionId, real, sighting, at }] of this.#writing) {
      if (sighting === undefined) statements.dropSighting.run(sessionId, real);
      else
        statements.setSighting.run(
          sessionId,
          real,
          sighting.mark,
          JSON.stringify(sighting.seen),
          Math.round(at),
        );
    }
  }

  written(): void {
    for (const [key, waiting] of this.#writing) {
      if (this.#waiting.get(key) === waiting) this.#waiting.delete(key);
    }
    this.#writing = [];
  }

  #wait(waiting: Waiting): void {
    const key = keyOf(waiting.sessionId, waiting.real);
    this.#waiting.delete(key);
    this.#waiting.set(key, waiting);
    if (this.#waiting.size > MAX_WAITING) {
      const [oldest] = this.#waiting.keys();
      if (oldest !== undefined) this.#waiting.delete(oldest);
      this.#log("warn", "what was seen of a file is forgotten: too much waits for the database");
    }
    this.#index.request();
  }
}

function keyOf(sessionId: string, real: string): string {
  return `${sessionId}\0${real}`;
}

function parseSighting(mark: string, seenText: string): Sighting | undefined {
  const seen = parseJson(seenText);
  return isRanges(seen) ? { mark, seen } : undefined;
}

function isRanges(candidate: unknown): candidate is Sighting["seen"] {
  return (
    Array.isArray(candidate) &&
    candidate.every(
      (range: unknown) =>
        typeof range === "object" &&
        range !== null &&
        "first" in range &&
        "last" in range &&
        typeof range.first === "number" &&
        typeof range.last === "number",
    )
  );
}
