import type { Clock, IntentEntry, Journal, JournalEntry, Log } from "@wield/core";
import { describeFault } from "../home/describe-fault.ts";
import type { ProcessMarks } from "../process/process-marks.ts";
import { encodeEntry } from "./entry-codec.ts";
import type { JournalWriter } from "./journal-writer.ts";

/** Longest time a sync is waited for. */
const SYNC_LIMIT_MS = 5_000;

export interface FileJournalParts {
  readonly writer: JournalWriter;
  readonly marks: ProcessMarks;
  readonly clock: Clock;
  readonly log: Log;
  /** Told after each write how many bytes it took, so that the index follows. */
  readonly appended: (bytes: number) => void;
}

/** The journal port over files. */
export class FileJournal implements Journal {
  readonly #parts: FileJournalParts;
  /** Calls of this process whose intent was written and whose outcome was not. */
  readonly #unfinished = new Set<string>();
  #lost = 0;

  constructor(parts: FileJournalParts) {
    this.#parts = parts;
  }

  /** True while a call of this process may still have to be called interrupted. */
  get hasUnfinished(): boolean {
    return this.#unfinished.size > 0;
  }

  append(entry: JournalEntry): void {
    try {
      this.#write([encodeEntry(entry)]);
      if (entry.type === "outcome") this.#unfinished.delete(entry.callId);
    } catch (error) {
      this.#lose(1, error);
    }
  }

  appendAll(entries: readonly JournalEntry[]): void {
    let lines: readonly string[];
    try {
      lines = entries.map(encodeEntry);
    } catch {
      // One of them cannot be told as JSON: it is lost, and no other.
      for (const entry of entries) this.append(entry);
      return;
    }
    try {
      this.#write(lines);
      for (const { type, callId } of entries) if (type === "outcome") this.#unfinished.delete(callId);
    } catch (error) {
      this.#lose(entries.length, error);
    }
  }

  #lose(count: number, error: unknown): void {
    const isFirst = this.#lost === 0;
    this.#lost += count;
    // One line for a full disk, not one for each entry of each call meanwhile.
    if (!isFirst) return;
    this.#parts.log(
      "error",
      `the journal could not be written: ${describeFault(error)}; entries are being lost`,
    );
  }

  async sync(entry: IntentEntry): Promise<void> {
    const marked = this.#mark();
    try {
      this.#parts.writer.checkPlace();
      this.#write([encodeEntry(entry)]);
      this.#unfinished.add(entry.callId);
      await this.#withinLimit(Promise.all([this.#parts.writer.sync(), marked]));
    } catch (error) {
      throw new Error(`the journal could not be written: ${describeFault(error)}`, { cause: error });
    }
  }

  /** Without its mark an interrupted call is found later, by the next sweep; so a failure stops nothing. */
  async #mark(): Promise<void> {
    try {
      await this.#parts.marks.set();
    } catch (error) {
      this.#parts.log(
        "warn",
        `this process could not be marked in ${this.#parts.marks.folder}: ${describeFault(error)}`,
      );
    }
  }

  #write(lines: readonly string[]): void {
    const bytes = this.#parts.writer.write(lines);
    if (this.#lost > 0) {
      this.#parts.log("warn", `the journal can be written again; ${this.#lost} entries were lost`);
      this.#lost = 0;
    }
    this.#parts.appended(bytes);
  }

  #withinLimit(work: Promise<unknown>): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = this.#parts.clock.timer(SYNC_LIMIT_MS, () => {
        reject(new Error(`it did not reach the disk within ${SYNC_LIMIT_MS / 1000} s`));
      });
      work.then(() => resolve(), reject).finally(stop);
    });
  }
}
