import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Migration } from "../database/migrations.ts";

/** All there are, in order. What the database holds can be made again from the logs, so one may also start anew. */
export const SESSION_MIGRATIONS: readonly Migration[] = [createVersion1];

const TEXTS = {
  session: "SELECT * FROM session WHERE id = ?",
  sessionMarks: "SELECT id, mark FROM session",
  setSession: `
    INSERT INTO session (id, mark, title, workspace, parent_id, created_at, updated_at, messages, searched_mark)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, '')
    ON CONFLICT (id) DO UPDATE SET
      mark = excluded.mark, title = excluded.title, workspace = excluded.workspace,
      parent_id = excluded.parent_id, created_at = excluded.created_at, updated_at = excluded.updated_at,
      messages = excluded.messages`,
  dropSession: "DELETE FROM session WHERE id = ?",
  unsearched: "SELECT id, mark FROM session WHERE searched_mark <> mark",
  setSearched: "UPDATE session SET searched_mark = ? WHERE id = ?",

  textsOf: "SELECT rowid, seq, text FROM said WHERE session_id = ?",
  addText:
    "INSERT OR IGNORE INTO said (session_id, seq, message_id, role, at, text) VALUES (?, ?, ?, ?, ?, ?)",
  addWords: "INSERT INTO words (rowid, text) VALUES (?, ?)",
  dropText: "DELETE FROM said WHERE rowid = ?",
  dropWords: "INSERT INTO words (words, rowid, text) VALUES ('delete', ?, ?)",
} as const;

export type SessionStatements = { readonly [Name in keyof typeof TEXTS]: StatementSync };

/** The database while it is open, with its statements. */
export interface OpenIndex {
  readonly database: DatabaseSync;
  readonly statements: SessionStatements;
}

/** Prepares all of them, which also proves that the tables are what the version promises. */
export function prepareSessionStatements(database: DatabaseSync): SessionStatements {
  const prepare = (name: keyof typeof TEXTS): StatementSync => database.prepare(TEXTS[name]);
  return {
    session: prepare("session"),
    sessionMarks: prepare("sessionMarks"),
    setSession: prepare("setSession"),
    dropSession: prepare("dropSession"),
    unsearched: prepare("unsearched"),
    setSearched: prepare("setSearched"),
    textsOf: prepare("textsOf"),
    addText: prepare("addText"),
    addWords: prepare("addWords"),
    dropText: prepare("dropText"),
    dropWords: prepare("dropWords"),
  };
}

/**
 * `mark` says which state of a log a row was made from, `searched_mark` the same of its texts. The title of a
 * session is a text with the number 0.
 */
function createVersion1(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE session (
      id TEXT PRIMARY KEY,
      mark TEXT NOT NULL,
      searched_mark TEXT NOT NULL,
      title TEXT NOT NULL,
      workspace TEXT NOT NULL,
      parent_id TEXT,
      created_at REAL NOT NULL,
      updated_at REAL NOT NULL,
      messages INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX session_by_time ON session (updated_at);

    CREATE TABLE said (
      rowid INTEGER PRIMARY KEY,
      session_id TEXT NOT NULL,
      seq INTEGER NOT NULL,
      message_id TEXT NOT NULL,
      role TEXT NOT NULL,
      at REAL NOT NULL,
      text TEXT NOT NULL,
      UNIQUE (session_id, seq)
    ) STRICT;

    CREATE VIRTUAL TABLE words USING fts5 (
      text, content = 'said', content_rowid = 'rowid', tokenize = "unicode61 remove_diacritics 2"
    );
  `);
}
