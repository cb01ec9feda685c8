import type { Clock, Log } from "@wield/core";
import { catchUpStep, tellOfUnreadable } from "./catch-up.ts";
import type { CatchUpStep, UnreadableLine } from "./catch-up.ts";
import { databaseFault } from "./database-fault.ts";
import { NewerDatabaseError } from "./migrations.ts";
import { closeDatabase, openDatabase, placeOf, setAside } from "./open-database.ts";
import type { OpenDatabase } from "./open-database.ts";

/** Indexing waits until nothing was added for this long: it takes time from the calls that are going on. */
const QUIET_MS = 200;
/** Under calls without end it is done all the same, after so long or behind so much. Readers catch up first anyway. */
const LONGEST_BEHIND_MS = 30_000;
const MOST_BEHIND_BYTES = 8 * 1024 * 1024;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2_000;
/** Between two tries when it is certain that the next would fail too. */
const POLL_MS = 20;

export type Attempt<Value> =
  | { readonly kind: "done"; readonly value: Value }
  | { readonly kind: "busy" }
  | { readonly kind: "unavailable"; readonly error: Error };

export interface JournalIndexParts {
  /** Path of the database. */
  readonly path: string;
  /** Folder of the journal's files. */
  readonly journal: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Something that is written behind, in the index's transactions. */
export interface WrittenBehind {
  readonly hasNews: boolean;
  /** Inside a transaction. */
  write(open: OpenDatabase): void;
  /** After the commit of what `write` wrote. */
  written(): void;
}

/**
 * The database as an index of the journal: filled behind the calls, by timer, and opened only when needed.
 * It never waits for another process's lock on the event loop, and whatever happens to it can be made again.
 */
export class JournalIndex {
  readonly #parts: JournalIndexParts;
  readonly #behind: WrittenBehind[] = [];
  readonly #told = new Set<string>();
  #open: Promise<OpenDatabase> | undefined;
  #isDue = false;
  /** Since the last step: when the first was asked for and the newest, and what was appended. */
  #firstAt = 0;
  #newestAt = 0;
  #behindBytes = 0;
  #cancelTimer: (() => void) | undefined;
  #retryMs = FIRST_RETRY_MS;
  #running: Promise<Attempt<undefined>> | undefined;
  #isClosed = false;

  constructor(parts: JournalIndexParts) {
    this.#parts = parts;
  }

  addWrittenBehind(behind: WrittenBehind): void {
    this.#behind.push(behind);
  }

  /** There is something to index (so many bytes of it), or to write behind. */
  request(bytes = 0): void {
    this.#newestAt = this.#parts.clock.monotonic();
    if (!this.#isDue) this.#firstAt = this.#newestAt;
    this.#isDue = true;
    this.#behindBytes += bytes;
    if (this.#cancelTimer === undefined && this.#running === undefined && !this.#isClosed)
      this.#schedule(QUIET_MS);
  }

  /** Tries until all is indexed and written, `limitMs` at most. Says how it ended. */
  async bringUpToDate(limitMs: number): Promise<Attempt<undefined>> {
    const end = performance.now() + limitMs;
    // A run under way may have looked before the caller's entries were there.
    await this.#running;
    for (;;) {
      const attempt = await this.#run();
      if (attempt.kind !== "busy" || performance.now() >= end) return attempt;
      await new Promise<void>((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /** Uses the database once. A damaged one is set aside and `use` is given a new one. */
  async attempt<Value>(use: (open: OpenDatabase) => Value): Promise<Attempt<Value>> {
    if (this.#isClosed) return { kind: "unavailable", error: new Error("the store is closed") };
    for (let hasRepaired = false; ; hasRepaired = true) {
      const place = placeOf(this.#parts.path);
      let open: OpenDatabase | undefined;
      try {
        open = await this.#opened();
        return { kind: "done", value: use(open) };
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        const fault = databaseFault(error);
        if (fault === "busy") return { kind: "busy" };
        if (fault !== "damaged" || hasRepaired || !this.#repair({ place, open }, error)) {
          const hint = error instanceof NewerDatabaseError ? `; ${error.hint}` : "";
          this.#tellOnce(`the index of the journal cannot be used: ${error.message}${hint}`);
          return { kind: "unavailable", error };
        }
      }
    }
  }

  /** Writes what is due, `limitMs` at most, and closes. */
  async close(limitMs: number): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    // A process that only appended and is gone before the first indexing leaves that to the next one.
    const isWorthOpening = this.#open !== undefined || this.#behind.some((behind) => behind.hasNews);
    if (isWorthOpening) await this.bringUpToDate(limitMs);
    this.#isClosed = true;
    await this.#running;
    const open = await this.#open?.catch(() => undefined);
    this.#open = undefined;
    if (open?.database.isOpen === true) await closeDatabase(open, this.#parts.path);
  }

  #schedule(delayMs: number): void {
    this.#cancelTimer = this.#parts.clock.timer(delayMs, () => {
      this.#cancelTimer = undefined;
      const waitMs = this.#untilQuietMs();
      if (waitMs > 0) this.#schedule(waitMs);
      else void this.#runByTimer();
    });
  }

  #untilQuietMs(): number {
    const now = this.#parts.clock.monotonic();
    if (now - this.#firstAt >= LONGEST_BEHIND_MS || this.#behindBytes >= MOST_BEHIND_BYTES) return 0;
    return Math.max(0, Math.ceil(this.#newestAt + QUIET_MS - now));
  }

  async #runByTimer(): Promise<void> {
    const { kind } = await this.#run();
    this.#retryMs = kind === "done" ? FIRST_RETRY_MS : Math.min(this.#retryMs * 2, LAST_RETRY_MS);
    if (!this.#isDue || this.#isClosed || this.#cancelTimer !== undefined) return;
    this.#schedule(kind === "done" ? QUIET_MS : this.#retryMs);
  }

  #run(): Promise<Attempt<undefined>> {
    this.#running ??= this.#catchUp().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #catchUp(): Promise<Attempt<undefined>> {
    const unreadable: UnreadableLine[] = [];
    try {
      for (;;) {
        const attempt = await this.#step();
        if (attempt.kind !== "done") {
          this.#isDue = true;
          return attempt;
        }
        const { isDone, shrunk } = attempt.value;
        unreadable.push(...attempt.value.unreadable);
        if (shrunk !== undefined) {
          this.#parts.log("warn", `the journal's file ${shrunk} is shorter than it was; it was indexed anew`);
        }
        if (isDone) return { kind: "done", value: undefined };
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
    } finally {
      tellOfUnreadable(unreadable, this.#parts.log);
    }
  }

  #step(): Promise<Attempt<CatchUpStep>> {
    this.#isDue = false;
    this.#behindBytes = 0;
    const news = this.#behind.filter((behind) => behind.hasNews);
    const writeNews = (open: OpenDatabase): void => {
      for (const behind of news) behind.write(open);
    };
    return this.attempt((open) => {
      const also = news.length === 0 ? undefined : () => writeNews(open);
      const step = catchUpStep(open, this.#parts.journal, also);
      for (const behind of news) behind.written();
      return step;
    });
  }

  async #opened(): Promise<OpenDatabase> {
    const opening = this.#open ?? this.#openAnew();
    const open = await opening;
    if (open.place === placeOf(this.#parts.path)) return open;
    // Another process set it aside, or somebody removed it: what is at the path now is the index.
    this.#forget(opening, open);
    return this.#open ?? this.#openAnew();
  }

  #openAnew(): Promise<OpenDatabase> {
    const opening = openDatabase(this.#parts.path);
    this.#open = opening;
    opening.catch(() => {
      if (this.#open === opening) this.#open = undefined;
    });
    return opening;
  }

  #forget(opening: Promise<OpenDatabase> | undefined, open: OpenDatabase): void {
    // Others may have waited for the same one and let go of it already.
    if (this.#open === opening) this.#open = undefined;
    if (open.database.isOpen) open.database.close();
  }

  /** False when the damaged file could not be moved out of the way. */
  #repair(
    damaged: { readonly place: string; readonly open: OpenDatabase | undefined },
    error: Error,
  ): boolean {
    const { path, clock, log } = this.#parts;
    if (damaged.open !== undefined) this.#forget(this.#open, damaged.open);
    try {
      // When another process has replaced it already, the one there now is not the damaged one.
      if (damaged.place !== placeOf(path)) return true;
      const aside = setAside(path, clock.now());
      log(
        "warn",
        `wield.db is damaged (${error.message}); it was moved to ${aside} and is made again from the journal`,
      );
      return true;
    } catch {
      return false;
    }
  }

  #tellOnce(message: string): void {
    if (this.#told.has(message)) return;
    this.#told.add(message);
    this.#parts.log("error", message);
  }
}
