import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import type { SQLInputValue } from "node:sqlite";
import { fail, value } from "@wield/core";
import type { CallStatus, Caller, JournalEntry, Outcome, Stage, Surface } from "@wield/core";
import { decodeEntry } from "../journal/entry-codec.ts";
import { parseOwner } from "../journal/owner.ts";
import { readTextAt } from "../journal/read-lines.ts";
import { INTERRUPTED_SUMMARY } from "../journal/recover.ts";
import { isDead } from "../process/process-identity.ts";
import { catchUpStep } from "./catch-up.ts";
import { numberOf, textOf } from "./columns.ts";
import type { Row } from "./columns.ts";
import type { JournalIndex } from "./journal-index.ts";
import { NewerDatabaseError } from "./migrations.ts";
import { openDatabase } from "./open-database.ts";
import type { OpenDatabase } from "./open-database.ts";

/** `running`: no outcome yet, and its process lives or cannot be seen from here. */
export type ListedStatus = CallStatus | "interrupted" | "running";

/** One call as a list shows it. What a torn entry would have told is missing. */
export interface CallSummary {
  readonly callId: string;
  /** When it was first heard of. Milliseconds since the epoch. */
  readonly at: number;
  readonly status: ListedStatus;
  /** True once it was about to happen: for calls that may change something. */
  readonly hadIntent: boolean;
  readonly rootId?: string;
  readonly parentId?: string;
  readonly caller?: Caller;
  readonly surface?: Surface;
  readonly sessionId?: string;
  readonly workspace?: string;
  readonly tool?: string;
  readonly code?: string;
  readonly stage?: Stage;
  readonly summary?: string;
  readonly durationMs?: number;
  readonly endedAt?: number;
}

export interface CallFilter {
  readonly workspace?: string;
  readonly sessionId?: string;
  readonly tool?: string;
  readonly status?: ListedStatus;
  /** Default: 100. */
  readonly limit?: number;
}

export interface CallHistory {
  readonly call: CallSummary;
  /** In the order they were written. */
  readonly entries: readonly JournalEntry[];
}

/** Reading the journal. */
export interface JournalQuery {
  /** Newest first. */
  list(filter?: CallFilter): Promise<Outcome<readonly CallSummary[]>>;
  get(callId: string): Promise<Outcome<CallHistory | undefined>>;
}

/** How long another writer is waited for before the journal's files are read without the database. */
const CATCH_UP_LIMIT_MS = 1_000;
const DEFAULT_LIMIT = 100;

/** The journal by way of its index, or without it when it cannot be had in time. */
export function journalQuery(index: JournalIndex, journal: string): JournalQuery {
  async function withIndex<Value>(use: (open: OpenDatabase) => Value): Promise<Outcome<Value>> {
    const ready = await index.bringUpToDate(CATCH_UP_LIMIT_MS);
    const attempt = ready.kind === "done" ? await index.attempt(use) : ready;
    if (attempt.kind === "done") return value(attempt.value);
    if (attempt.kind === "unavailable" && attempt.error instanceof NewerDatabaseError) {
      return fail("store_too_new", attempt.error.message, { hint: attempt.error.hint });
    }
    const open = await openDatabase(":memory:");
    try {
      while (!catchUpStep(open, journal).isDone) await new Promise<void>((resolve) => setImmediate(resolve));
      return value(use(open));
    } finally {
      open.database.close();
    }
  }

  return {
    list: (filter = {}) => withIndex((open) => listCalls(open, filter)),
    get: (callId) =>
      withIndex((open) => {
        const row = open.statements.callById.get(callId);
        if (row === undefined) return undefined;
        return { call: summarize(row, new Map()), entries: readEntries(open, journal, callId) };
      }),
  };
}

function listCalls({ database }: OpenDatabase, filter: CallFilter): readonly CallSummary[] {
  const conditions: string[] = [];
  const bound: SQLInputValue[] = [];
  const equal = (column: string, wanted: string | undefined): void => {
    if (wanted === undefined) return;
    conditions.push(`${column} = ?`);
    bound.push(wanted);
  };
  equal("workspace", filter.workspace);
  equal("session_id", filter.sessionId);
  equal("tool", filter.tool);
  if (filter.status !== undefined) {
    // Whether a call without outcome runs or was interrupted is seen only by looking at its process.
    conditions.push(filter.status === "running" ? "status IS NULL" : "(status = ? OR status IS NULL)");
    if (filter.status !== "running") bound.push(filter.status);
  }
  const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
  const rows = database.prepare(`SELECT * FROM call ${where} ORDER BY at DESC, id DESC`).iterate(...bound);
  const limit = filter.limit ?? DEFAULT_LIMIT;
  const deaths = new Map<string, boolean>();
  const calls: CallSummary[] = [];
  for (const row of rows) {
    if (calls.length >= limit) break;
    const call = summarize(row, deaths);
    if (filter.status === undefined || call.status === filter.status) calls.push(call);
  }
  return calls;
}

function readEntries({ statements }: OpenDatabase, journal: string, callId: string): readonly JournalEntry[] {
  const entries: JournalEntry[] = [];
  for (const row of statements.entriesOfCall.all(callId)) {
    const fd = openSync(join(journal, textOf(row, "file") ?? ""), "r");
    try {
      const text = readTextAt(fd, numberOf(row, "offset") ?? 0, numberOf(row, "length") ?? 0);
      const entry = text === undefined ? undefined : decodeEntry(text);
      if (entry?.callId === callId) entries.push(entry);
    } finally {
      closeSync(fd);
    }
  }
  return entries;
}

function summarize(row: Row, deaths: Map<string, boolean>): CallSummary {
  const hadIntent = numberOf(row, "intent_at") !== undefined;
  const status = textOf(row, "status") ?? statusOfUnfinished(textOf(row, "owner"), deaths);
  const isUntold = status === "interrupted" && textOf(row, "status") === undefined;
  const told = {
    rootId: textOf(row, "root_id"),
    parentId: textOf(row, "parent_id"),
    caller: textOf(row, "caller"),
    surface: textOf(row, "surface"),
    sessionId: textOf(row, "session_id"),
    workspace: textOf(row, "workspace"),
    tool: textOf(row, "tool"),
    code: isUntold ? "interrupted" : textOf(row, "code"),
    stage: textOf(row, "stage"),
    summary: isUntold ? untoldSummary(hadIntent) : textOf(row, "summary"),
    durationMs: numberOf(row, "duration_ms"),
    endedAt: numberOf(row, "ended_at"),
  };
  const known = Object.fromEntries(Object.entries(told).filter(([, cell]) => cell !== undefined));
  return {
    callId: textOf(row, "id") ?? "",
    at: numberOf(row, "at") ?? 0,
    hadIntent,
    ...known,
    status: status as ListedStatus,
  };
}

function statusOfUnfinished(
  ownerText: string | undefined,
  deaths: Map<string, boolean>,
): "running" | "interrupted" {
  const owner = parseOwner(ownerText);
  // Without an owner nobody can be working on it.
  if (ownerText === undefined || owner === undefined) return "interrupted";
  const isOwnerDead = deaths.get(ownerText) ?? isDead(owner);
  deaths.set(ownerText, isOwnerDead);
  return isOwnerDead ? "interrupted" : "running";
}

function untoldSummary(hadIntent: boolean): string {
  return hadIntent ? INTERRUPTED_SUMMARY : "the process ended before this was done";
}
