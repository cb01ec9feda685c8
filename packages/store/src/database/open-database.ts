import { closeSync, openSync, renameSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { faultCode } from "../home/describe-fault.ts";
import { migrate } from "./migrations.ts";
import { prepareStatements } from "./statements.ts";
import type { Statements } from "./statements.ts";

/** The first process after a pause reads the whole log, so it is kept short. */
const LONG_LOG_BYTES = 512 * 1024;

export interface OpenDatabase {
  readonly database: DatabaseSync;
  readonly statements: Statements;
  /** Which file it is, to see when another stands at its path. */
  readonly place: string;
  /** Sizes of the journal's files whose whole lines are all in the index, to pass over those that have not grown. */
  readonly done: Map<string, number>;
}

/** Opens (or makes) the database at this path, or one in memory for `:memory:`. Never waits for a lock: throws then. */
export async function openDatabase(path: string): Promise<OpenDatabase> {
  // Not imported at the top: a call that needs no database is not to pay for it.
  const { DatabaseSync } = await import("node:sqlite");
  if (path !== ":memory:") makePrivateFile(path);
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    if (path !== ":memory:") database.exec("PRAGMA journal_mode = WAL");
    // All but sightings can be made again, so a commit need not wait for the disk.
    database.exec("PRAGMA synchronous = NORMAL");
    migrate(database);
    return { database, statements: prepareStatements(database), place: placeOf(path), done: new Map() };
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Closes without moving the log into the database. The last one to close does that and waits for the disk three
 * times: too long for a command that made one call. Who may only read cannot, so such a one closes last, until the
 * log has grown long enough.
 */
export async function closeDatabase({ database }: OpenDatabase, path: string): Promise<void> {
  const logBytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const last = logBytes < LONG_LOG_BYTES ? await openReader(path) : undefined;
  database.close();
  last?.close();
}

async function openReader(path: string): Promise<DatabaseSync | undefined> {
  const { DatabaseSync } = await import("node:sqlite");
  try {
    const reader = new DatabaseSync(path, { readOnly: true, timeout: 0 });
    // Only a connection that has read counts as one.
    reader.prepare("SELECT count(*) FROM journal_file").get();
    return reader;
  } catch {
    // Then closing takes a little longer.
    return undefined;
  }
}

/** Names the file that is at this path now. */
export function placeOf(path: string): string {
  const there = statSync(path, { throwIfNoEntry: false });
  return there === undefined ? "" : `${there.dev}:${there.ino}`;
}

/** Moves a damaged database out of the way, with the files that belong to it. Returns its new path. */
export function setAside(path: string, at: number): string {
  const aside = `${path}.damaged-${at}`;
  for (const suffix of ["", "-wal", "-shm"]) {
    try {
      renameSync(path + suffix, aside + suffix);
    } catch (error) {
      if (faultCode(error) !== "ENOENT") throw error;
    }
  }
  return aside;
}

/**
 * SQLite would make it readable for others. An existing file is not touched: closing it would let go of the
 * locks that this process holds on it.
 */
export function makePrivateFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return;
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (faultCode(error) !== "EEXIST") throw error;
  }
}
