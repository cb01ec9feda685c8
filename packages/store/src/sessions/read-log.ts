import { closeSync, fstatSync, openSync } from "node:fs";
import { MAX_RECORD_BYTES } from "../journal/entry-codec.ts";
import { readLines, readTextAt } from "../journal/read-lines.ts";
import { decodeLine } from "./record-codec.ts";
import type { SessionHeader, StoredRecord } from "./record-codec.ts";

/** Read before others get their turn. */
const PART_BYTES = 1024 * 1024;

export interface LogRead {
  /** Missing when no line that says it could be read. */
  readonly header: SessionHeader | undefined;
  /** By number, each number once. */
  readonly records: readonly StoredRecord[];
  /** Where lines begin that are no records, those that were told before left out. */
  readonly damaged: readonly number[];
  /** How many of those a newer version wrote. */
  readonly newer: number;
  /** Of the file when it was read. */
  readonly bytes: number;
  /** False when the last line lacks its end. */
  readonly endsCleanly: boolean;
}

/**
 * Reads a log whole. A line that is no record costs only itself. `isWritten`: another process may be writing the
 * last line at this moment, so an unfinished one is no damage. Throws what the file system throws.
 */
export async function readLog(path: string, isWritten: boolean): Promise<LogRead> {
  const found = new Findings();
  let next = 0;
  for (let isAtEnd = false; !isAtEnd;) {
    const part = readLines(path, next, PART_BYTES);
    for (const offset of part.tooLong) found.damaged.push(offset);
    for (const { text, offset } of part.lines) found.take(text, offset);
    ({ next, isAtEnd } = part);
    if (!isAtEnd) await new Promise<void>((resolve) => setImmediate(resolve));
  }
  const tail = readTail(path, next);
  if (tail.text !== undefined && tail.text.trim() !== "")
    found.takeTail(tail.text, { offset: next, isWritten });
  else if (tail.bytes > 0 && tail.text === undefined) found.damaged.push(next);
  return found.result(next + tail.bytes, tail.bytes === 0);
}

class Findings {
  readonly damaged: number[] = [];
  readonly #records = new Map<number, StoredRecord>();
  #header: SessionHeader | undefined;
  #newer = 0;
  #toldBytes = 0;
  #isSorted = true;
  #last = 0;

  take(text: string, offset: number): void {
    const line = decodeLine(text);
    switch (line.kind) {
      case "event":
        this.#add(line.record, offset);
        return;
      case "header":
        this.#header ??= line.header;
        this.#toldBytes = Math.max(this.#toldBytes, line.header.toldBytes ?? 0);
        return;
      case "newer":
        this.#newer += 1;
        this.damaged.push(offset);
        return;
      case "damaged":
        this.damaged.push(offset);
    }
  }

  /** What a process that was killed wrote last may lack nothing but its line break. */
  takeTail(
    text: string,
    { offset, isWritten }: { readonly offset: number; readonly isWritten: boolean },
  ): void {
    const isWhole = decodeLine(text).kind !== "damaged";
    if (isWhole || !isWritten) this.take(text, offset);
  }

  result(bytes: number, endsCleanly: boolean): LogRead {
    const records = [...this.#records.values()];
    return {
      header: this.#header,
      records: this.#isSorted ? records : records.toSorted((one, other) => one.seq - other.seq),
      damaged: this.damaged.filter((offset) => offset >= this.#toldBytes),
      newer: this.#newer,
      bytes,
      endsCleanly,
    };
  }

  #add(record: StoredRecord, offset: number): void {
    if (this.#records.has(record.seq)) {
      // Two for one place: the one that was there first stays.
      this.damaged.push(offset);
      return;
    }
    if (record.seq < this.#last) this.#isSorted = false;
    this.#last = Math.max(this.#last, record.seq);
    this.#records.set(record.seq, record);
  }
}

function readTail(path: string, from: number): { readonly text: string | undefined; readonly bytes: number } {
  const fd = openSync(path, "r");
  try {
    const bytes = Math.max(0, fstatSync(fd).size - from);
    if (bytes > MAX_RECORD_BYTES) return { text: undefined, bytes };
    return { text: readTextAt(fd, from, bytes), bytes };
  } finally {
    closeSync(fd);
  }
}
