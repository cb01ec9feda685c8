import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { MAX_RECORD_BYTES } from "./entry-codec.ts";

const LINE_BREAK = 0x0a;

export interface JournalLine {
  /** Where it starts, in bytes. */
  readonly offset: number;
  /** In bytes, without its line break. */
  readonly length: number;
  readonly text: string;
}

export interface LinesRead {
  /** Those that are not blank. */
  readonly lines: readonly JournalLine[];
  /** Where to go on. What stands behind the last line break is not yet a line. */
  readonly next: number;
  readonly isAtEnd: boolean;
  /** Starts of lines longer than any record. */
  readonly tooLong: readonly number[];
}

/** Reads whole lines from `from` on, about `budgetBytes` of them, more only to finish a longer first line. */
export function readLines(path: string, from: number, budgetBytes: number): LinesRead {
  const fd = openSync(path, "r");
  try {
    const size = fstatSync(fd).size;
    for (let want = budgetBytes; ; want *= 4) {
      const chunk = Buffer.allocUnsafe(Math.max(0, Math.min(want, size - from)));
      const bytes = chunk.subarray(0, readSync(fd, chunk, 0, chunk.length, from));
      const end = bytes.lastIndexOf(LINE_BREAK) + 1;
      if (end > 0)
        return {
          lines: splitLines(bytes.subarray(0, end), from),
          next: from + end,
          isAtEnd: from + bytes.length >= size,
          tooLong: [],
        };
      if (from + bytes.length >= size) return { lines: [], next: from, isAtEnd: true, tooLong: [] };
      if (want > MAX_RECORD_BYTES) return skipLine(fd, from, size);
    }
  } finally {
    closeSync(fd);
  }
}

/** The text at a place that an earlier reading named; `undefined` when the file no longer reaches there. */
export function readTextAt(fd: number, offset: number, length: number): string | undefined {
  const bytes = Buffer.allocUnsafe(length);
  return readSync(fd, bytes, 0, length, offset) === length ? bytes.toString("utf8") : undefined;
}

/** Whether the last line of the file lacks its line break. */
export function hasUnfinishedLine(path: string): boolean {
  const fd = openSync(path, "r");
  try {
    const size = fstatSync(fd).size;
    return size > 0 && readTextAt(fd, size - 1, 1) !== "\n";
  } finally {
    closeSync(fd);
  }
}

function splitLines(bytes: Buffer, from: number): readonly JournalLine[] {
  const lines: JournalLine[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(LINE_BREAK, start);
    const text = bytes.toString("utf8", start, end);
    if (text.trim() !== "") lines.push({ offset: from + start, length: end - start, text });
    start = end + 1;
  }
  return lines;
}

function skipLine(fd: number, from: number, size: number): LinesRead {
  const chunk = Buffer.allocUnsafe(1024 * 1024);
  for (let at = from; at < size;) {
    const count = readSync(fd, chunk, 0, chunk.length, at);
    const end = chunk.subarray(0, count).indexOf(LINE_BREAK);
    if (end >= 0) return { lines: [], next: at + end + 1, isAtEnd: at + end + 1 >= size, tooLong: [from] };
    if (count === 0) break;
    at += count;
  }
  return { lines: [], next: from, isAtEnd: true, tooLong: [] };
}
