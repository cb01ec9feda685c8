import type { DatabaseSync, StatementSync } from "node:sqlite";

const TEXTS = {
  indexedBytes: "SELECT indexed_bytes FROM journal_file WHERE name = ?",
  setIndexedBytes:
    "INSERT INTO journal_file (name, indexed_bytes) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET indexed_bytes = excluded.indexed_bytes",
  indexedFiles: "SELECT name, indexed_bytes FROM journal_file ORDER BY name",
  addEntry: "INSERT OR IGNORE INTO entry (file, offset, length, call_id) VALUES (?, ?, ?, ?)",
  entriesOfCall: "SELECT file, offset, length FROM entry WHERE call_id = ? ORDER BY file, offset",

  touchCall: "INSERT OR IGNORE INTO call (id, at) VALUES (?, ?)",
  proposeCall: `
    INSERT INTO call (id, at, root_id, parent_id, caller, surface, session_id, workspace, tool, owner)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
      root_id = coalesce(root_id, excluded.root_id), parent_id = coalesce(parent_id, excluded.parent_id),
      caller = coalesce(caller, excluded.caller), surface = coalesce(surface, excluded.surface),
      session_id = coalesce(session_id, excluded.session_id), workspace = coalesce(workspace, excluded.workspace),
      tool = coalesce(tool, excluded.tool), owner = coalesce(owner, excluded.owner)`,
  intendCall: `
    INSERT INTO call (id, at, session_id, workspace, tool, owner, intent_at, temporary_files)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
      session_id = coalesce(session_id, excluded.session_id), workspace = coalesce(workspace, excluded.workspace),
      tool = excluded.tool, owner = excluded.owner,
      intent_at = excluded.intent_at, temporary_files = excluded.temporary_files`,
  addTemporaryFile:
    "UPDATE call SET temporary_files = json_insert(coalesce(temporary_files, '[]'), '$[#]', ?) WHERE id = ?",
  // The first outcome is the one that holds.
  endCall: `
    INSERT INTO call (id, at, status, code, stage, summary, duration_ms, ended_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
      status = excluded.status, code = excluded.code, stage = excluded.stage, summary = excluded.summary,
      duration_ms = excluded.duration_ms, ended_at = excluded.ended_at
    WHERE call.status IS NULL`,
  unfinishedIntents:
    "SELECT id, owner, temporary_files FROM call WHERE status IS NULL AND intent_at IS NOT NULL",
  callById: "SELECT * FROM call WHERE id = ?",

  dropSomeCallsOfFile: `
    DELETE FROM call WHERE id IN (SELECT call_id FROM entry WHERE file = ?1 ORDER BY offset LIMIT ?2)
      AND NOT EXISTS (SELECT 1 FROM entry WHERE call_id = call.id AND file <> ?1)`,
  dropSomeEntriesOfFile:
    "DELETE FROM entry WHERE file = ?1 AND offset IN (SELECT offset FROM entry WHERE file = ?1 ORDER BY offset LIMIT ?2)",
  dropFile: "DELETE FROM journal_file WHERE name = ?",

  sighting: "SELECT mark, seen FROM sighting WHERE session_id = ? AND path = ?",
  setSighting: `
    INSERT INTO sighting (session_id, path, mark, seen, at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (session_id, path) DO UPDATE SET mark = excluded.mark, seen = excluded.seen, at = excluded.at`,
  dropSighting: "DELETE FROM sighting WHERE session_id = ? AND path = ?",
  dropSightingsBefore: "DELETE FROM sighting WHERE at < ?",
} as const;

export type Statements = { readonly [Name in keyof typeof TEXTS]: StatementSync };

/** Prepares all of them, which also proves that the tables are what the version promises. */
export function prepareStatements(database: DatabaseSync): Statements {
  const prepare = (name: keyof typeof TEXTS): StatementSync => database.prepare(TEXTS[name]);
  return {
    indexedBytes: prepare("indexedBytes"),
    setIndexedBytes: prepare("setIndexedBytes"),
    indexedFiles: prepare("indexedFiles"),
    addEntry: prepare("addEntry"),
    entriesOfCall: prepare("entriesOfCall"),
    touchCall: prepare("touchCall"),
    proposeCall: prepare("proposeCall"),
    intendCall: prepare("intendCall"),
    addTemporaryFile: prepare("addTemporaryFile"),
    endCall: prepare("endCall"),
    unfinishedIntents: prepare("unfinishedIntents"),
    callById: prepare("callById"),
    dropSomeCallsOfFile: prepare("dropSomeCallsOfFile"),
    dropSomeEntriesOfFile: prepare("dropSomeEntriesOfFile"),
    dropFile: prepare("dropFile"),
    sighting: prepare("sighting"),
    setSighting: prepare("setSighting"),
    dropSighting: prepare("dropSighting"),
    dropSightingsBefore: prepare("dropSightingsBefore"),
  };
}
