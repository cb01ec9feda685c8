import { statSync } from "node:fs";
import { join } from "node:path";
import { decodeEntry } from "../journal/entry-codec.ts";
import { listDayFiles } from "../journal/journal-days.ts";
import { readLines } from "../journal/read-lines.ts";
import { indexEntry } from "./index-entry.ts";
import type { OpenDatabase } from "./open-database.ts";

/** Read in one transaction: small enough that the event loop is not held up. */
const STEP_BYTES = 256 * 1024;

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
  // Files of earlier days grow no more, so they are looked at once.
  const files = open.hasSeenAllDays ? listDayFiles(folder).slice(-2) : listDayFiles(folder);
  const grown = (): readonly string[] =>
    files.filter((file) => sizeOf(join(folder, file)) !== indexedBytes(open, file));
  if (also === undefined && grown().length === 0) {
    open.hasSeenAllDays = true;
    return DONE;
  }
  return inTransaction(open, () => {
    also?.();
    // Looked at again: another process may have gone on meanwhile.
    for (const file of grown()) {
      const step = indexPart(open, folder, file);
      if (step !== undefined) return step;
    }
    open.hasSeenAllDays = true;
    return DONE;
  });
}

/** Runs `work` in a write transaction. Throws at once when another process writes. */
export function inTransaction<Result>({ database }: OpenDatabase, work: () => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/** Takes all there is to take, inside a transaction that is open already. */
export function catchUpWithin(open: OpenDatabase, folder: string): void {
  for (const file of listDayFiles(folder)) {
    while (sizeOf(join(folder, file)) !== indexedBytes(open, file)) {
      if (indexPart(open, folder, file) === undefined) break;
    }
  }
}

/** Takes whole lines of one file, from the place reached; `undefined` when there is none yet. */
function indexPart(open: OpenDatabase, folder: string, file: string): CatchUpStep | undefined {
  const { statements } = open;
  const path = join(folder, file);
  const reached = indexedBytes(open, file);
  const isShrunk = sizeOf(path) < reached;
  const from = isShrunk ? 0 : reached;
  if (isShrunk) {
    statements.dropSomeCallsOfFile.run(file, -1);
    statements.dropSomeEntriesOfFile.run(file, -1);
  }
  const part = readLines(path, from, STEP_BYTES);
  if (part.next === reached) return undefined;
  const unreadable: UnreadableLine[] = part.tooLong.map((offset) => ({ file, offset }));
  for (const line of part.lines) {
    const entry = decodeEntry(line.text);
    const place = { file, offset: line.offset, length: line.length };
    if (entry === undefined || !indexEntry(statements, entry, place)) unreadable.push({ file, offset: line.offset });
  }
  statements.setIndexedBytes.run(file, part.next);
  return { isDone: false, unreadable, ...(isShrunk ? { shrunk: file } : {}) };
}

function indexedBytes({ statements }: OpenDatabase, file: string): number {
  return Number(statements.indexedBytes.get(file)?.["indexed_bytes"] ?? 0);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
