import { NewerDatabaseError } from "./migrations.ts";

/** `busy`: another process holds the lock. `damaged`: not our database or not whole. `newer`: not for this version. */
export type DatabaseFault = "busy" | "damaged" | "newer" | "other";

const BUSY = 5;
const LOCKED = 6;
const CORRUPT = 11;
const TOO_BIG = 18;
const CONSTRAINT = 19;
const MISMATCH = 20;
const NOT_A_DATABASE = 26;
const SQL_ERROR = 1;

/** What kind of fault an error of the database is. */
export function databaseFault(error: unknown): DatabaseFault {
  if (error instanceof NewerDatabaseError) return "newer";
  switch (primaryCode(error)) {
    case BUSY:
    case LOCKED:
      return "busy";
    case CORRUPT:
    case NOT_A_DATABASE:
      return "damaged";
    case SQL_ERROR:
      // A table or column that the version promises is not there.
      return /no such (table|column)|has no column|malformed/.test(String(error)) ? "damaged" : "other";
    default:
      return "other";
  }
}

/** Whether the statement was refused for what it would store, not for the state of the database. */
export function isValueRefused(error: unknown): boolean {
  return [TOO_BIG, CONSTRAINT, MISMATCH].includes(primaryCode(error) ?? 0);
}

/** The result code of SQLite without its extension. */
function primaryCode(error: unknown): number | undefined {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number"
    ? error.errcode & 0xff
    : undefined;
}
