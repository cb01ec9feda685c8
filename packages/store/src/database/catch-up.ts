import { statSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "@wield/core";
import { decodeEntry } from "../journal/entry-codec.ts";
import { listDayFiles } from "../journal/journal-days.ts";
import { readLines } from "../journal/read-lines.ts";
import { numberOf, textOf } from "./columns.ts";
import { indexEntry } from "./index-entry.ts";
import type { OpenDatabase } from "./open-database.ts";

/** Read in one transaction: small enough that the event loop is not held up. */
const STEP_BYTES = 64 * 1024;

/** A line of the journal that is no entry. It is left as it is. */
export interface UnreadableLine {
  readonly file: string;
  readonly offset: number;
}

export interface CatchUpStep {
  /** True when the index holds all that the journal's files held when looked at. */
  readonly isDone: boolean;
  readonly unreadable: readonly UnreadableLine[];
  /** A file that is shorter than it was; what is in it was indexed anew. */
  readonly shrunk?: string;
}

const DONE: CatchUpStep = { isDone: true, unreadable: [] };

/**
 * Takes the next part of the journal's files into the index, in one transaction together with the place
 * reached: any process may do it, at any time, and none does it twice. `also` runs in the same transaction.
 * Throws when another process writes at this moment.
 */
export function catchUpStep(open: OpenDatabase, folder: string, also?: () => void): CatchUpStep {
  if (also === undefined && grownFiles(open, folder).length === 0) return DONE;
  return inTransaction(open, () => {
    also?.();
    // Looked at again: another process may have gone on meanwhile.
    const files = grownFiles(open, folder);
    for (const [index, file] of files.entries()) {
      const step = indexPart(open, folder, file);
      if (step !== undefined) return { ...step, isDone: step.isDone && index === files.length - 1 };
    }
    return DONE;
  });
}

/** Runs `work` in a write transaction. Throws at once when another process writes. */
export function inTransaction<Result>(open: OpenDatabase, work: () => Result): Result {
  const { database, done } = open;
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    done.clear();
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/** Takes all there is to take, inside a transaction that is open already. Returns the lines that are no entries. */
export function catchUpWithin(open: OpenDatabase, folder: string): readonly UnreadableLine[] {
  const unreadable: UnreadableLine[] = [];
  for (const file of grownFiles(open, folder)) {
    for (;;) {
      const part = indexPart(open, folder, file);
      if (part === undefined) break;
      unreadable.push(...part.unreadable);
    }
  }
  return unreadable;
}

/** Says once how many lines of a reading were no entries, and where the first is. */
export function tellOfUnreadable(lines: readonly UnreadableLine[], log: Log): void {
  const [first] = lines;
  if (first === undefined) return;
  const place = `byte ${first.offset} of ${first.file}`;
  log(
    "warn",
    `${lines.length} line(s) of the journal cannot be read and were left as they are; the first is at ${place}`,
  );
}

/** Files that hold more, or less, than the index has taken. */
function grownFiles(open: OpenDatabase, folder: string): readonly string[] {
  const rows = open.statements.indexedFiles.all();
  const reached = new Map(rows.map((row) => [textOf(row, "name"), numberOf(row, "indexed_bytes")]));
  return listDayFiles(folder).filter((file) => {
    const size = sizeOf(join(folder, file));
    return size !== open.done.get(file) && size !== (reached.get(file) ?? 0);
  });
}

/** Takes whole lines of one file, from the place reached; `undefined` when there is none yet. */
function indexPart(open: OpenDatabase, folder: string, file: string): CatchUpStep | undefined {
  const { statements } = open;
  const path = join(folder, file);
  const reached = indexedBytes(open, file);
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  // Removed since it was listed: what it held is no longer to be kept.
  if (size === undefined) return undefined;
  const isShrunk = size < reached;
  const from = isShrunk ? 0 : reached;
  if (isShrunk) {
    statements.dropSomeCallsOfFile.run(file, -1);
    statements.dropSomeEntriesOfFile.run(file, -1);
  }
  const part = readLines(path, from, STEP_BYTES);
  if (part.next === reached) {
    open.done.set(file, size);
    return undefined;
  }
  const unreadable: UnreadableLine[] = part.tooLong.map((offset) => ({ file, offset }));
  for (const line of part.lines) {
    const entry = decodeEntry(line.text);
    const place = { file, offset: line.offset, length: line.length };
    if (entry === undefined || !indexEntry(statements, entry, place))
      unreadable.push({ file, offset: line.offset });
  }
  statements.setIndexedBytes.run(file, part.next);
  // What is written meanwhile waits for the next gathering: with calls going on, looking again never ended.
  return { isDone: part.isAtEnd, unreadable, ...(isShrunk ? { shrunk: file } : {}) };
}

function indexedBytes({ statements }: OpenDatabase, file: string): number {
  return numberOf(statements.indexedBytes.get(file) ?? {}, "indexed_bytes") ?? 0;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
