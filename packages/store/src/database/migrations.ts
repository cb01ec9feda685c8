import type { DatabaseSync } from "node:sqlite";

/** Brings a database of the version before to this one. Runs inside a transaction. */
export type Migration = (database: DatabaseSync) => void;

/** All there are, in order: the first makes version 1 of an empty database. Never changed, only added to. */
export const MIGRATIONS: readonly Migration[] = [createVersion1];

/** The database was made by a newer version of this program. */
export class NewerDatabaseError extends Error {
  readonly hint =
    "update Wield, or move wield.db away: what it holds of the journal is made again from the journal's files";

  constructor(found: number, known: number) {
    super(`wield.db has format ${found}, this Wield knows format ${known} at most`);
  }
}

/** Migrates to the last version, forward only. Throws `NewerDatabaseError` when that would be backward. */
export function migrate(database: DatabaseSync, migrations = MIGRATIONS): void {
  if (versionOf(database) === migrations.length) return;
  database.exec("BEGIN IMMEDIATE");
  try {
    // Another process may have done it since.
    const version = versionOf(database);
    if (version > migrations.length) throw new NewerDatabaseError(version, migrations.length);
    for (const migration of migrations.slice(version)) migration(database);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
}

function createVersion1(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE journal_file (
      name TEXT PRIMARY KEY,
      indexed_bytes INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE entry (
      file TEXT NOT NULL,
      offset INTEGER NOT NULL,
      length INTEGER NOT NULL,
      call_id TEXT NOT NULL,
      PRIMARY KEY (file, offset)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX entry_by_call ON entry (call_id);

    CREATE TABLE call (
      id TEXT PRIMARY KEY,
      root_id TEXT,
      parent_id TEXT,
      at INTEGER NOT NULL,
      caller TEXT,
      surface TEXT,
      session_id TEXT,
      workspace TEXT,
      tool TEXT,
      owner TEXT,
      intent_at INTEGER,
      temporary_files TEXT,
      status TEXT,
      code TEXT,
      stage TEXT,
      summary TEXT,
      duration_ms REAL,
      ended_at INTEGER
    ) STRICT;
    CREATE INDEX call_by_time ON call (at);
    CREATE INDEX call_by_session ON call (session_id, at);
    CREATE INDEX call_by_workspace ON call (workspace, at);
    CREATE INDEX call_unfinished ON call (at) WHERE status IS NULL;

    CREATE TABLE sighting (
      session_id TEXT NOT NULL,
      path TEXT NOT NULL,
      mark TEXT NOT NULL,
      seen TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (session_id, path)
    ) STRICT, WITHOUT ROWID;
  `);
}
