import { fail, value } from "@wield/core";
import type { Outcome, UndoChange, UndoRecord } from "@wield/core";

/** One recorded change, named so that an input can carry it. */
export interface PlannedChange {
  readonly call: string;
  readonly index: number;
  /** Real path. */
  readonly path: string;
}

export interface UndoPlan {
  /** Newest first. */
  readonly changes: readonly PlannedChange[];
  /** Calls the changes belong to, newest first. */
  readonly records: readonly UndoRecord[];
}

export type UndoTarget =
  | { readonly kind: "newest" }
  | { readonly kind: "call"; readonly callId: string }
  /**
   * A file, or everything below a folder. Real path, and as it was typed. Back to before the session's first
   * change; without one, the session that changed it last.
   */
  | { readonly kind: "path"; readonly real: string; readonly shown: string; readonly sessionId?: string }
  /** All changes of one session. */
  | { readonly kind: "session"; readonly sessionId: string };

export const UNDO_TOOL = "undo_changes";

/** Calls whose changes stand: not taken back, or taken back by a call that was itself taken back. Newest first. */
export function standingRecords(records: readonly UndoRecord[]): readonly UndoRecord[] {
  const byId = new Map(records.map((record) => [record.callId, record]));
  const known = new Map<string, boolean>();
  const stands = (record: UndoRecord): boolean => {
    const answer = known.get(record.callId);
    if (answer !== undefined) return answer;
    // A record that waits for its own answer would be a circle; it then counts as taken back.
    known.set(record.callId, false);
    const by = record.undoneBy === undefined ? undefined : byId.get(record.undoneBy);
    const answered = record.undoneBy === undefined || (by !== undefined && !stands(by));
    known.set(record.callId, answered);
    return answered;
  };
  return records.filter(stands);
}

/**
 * What has to be taken back, newest first. `records` are all of the workspace, newest first. Fails with
 * `nothing_to_undo`, `already_undone` or `unknown_call`.
 */
export function planUndo(records: readonly UndoRecord[], target: UndoTarget): Outcome<UndoPlan> {
  switch (target.kind) {
    case "newest":
      return planNewest(standingRecords(records));
    case "call":
      return planCall(records, target.callId);
    case "path":
      return planPath(records, target);
    case "session":
      return planSession(records, target.sessionId);
  }
}

/** Taking back an undo would only bring back what was just taken back, so the call before it is meant. */
function planNewest(standing: readonly UndoRecord[]): Outcome<UndoPlan> {
  const newest = standing.find(({ tool }) => tool !== UNDO_TOOL);
  return newest === undefined
    ? fail("nothing_to_undo", "no call in this workspace can be taken back", {
        hint: "only changes of files are kept for undo; wield journal shows every call.",
      })
    : value(planOf([{ record: newest, changes: newest.changes }]));
}

function planCall(records: readonly UndoRecord[], callId: string): Outcome<UndoPlan> {
  const found = records.filter((record) => record.callId === callId || record.callId.startsWith(callId));
  const [record, second] = found;
  if (record === undefined) {
    return fail("unknown_call", `no call "${callId}" with kept changes in this workspace`, {
      hint: "wield undo --list shows what can be taken back.",
    });
  }
  if (second !== undefined && record.callId !== callId) {
    return fail("unknown_call", `"${callId}" begins the ids of ${found.length} calls`, {
      hint: "give more of the id.",
    });
  }
  if (!standingRecords(records).includes(record)) {
    return fail("already_undone", `${record.callId} was taken back by ${record.undoneBy ?? "another call"}`, {
      hint: `wield undo ${record.undoneBy ?? "CALL"} brings its changes back.`,
    });
  }
  return value(planOf([{ record, changes: record.changes }]));
}

function planPath(
  records: readonly UndoRecord[],
  { real, shown, sessionId }: Extract<UndoTarget, { readonly kind: "path" }>,
): Outcome<UndoPlan> {
  const isMeant = (change: UndoChange): boolean => isAtOrBelow(change.real, real);
  const newest = standingRecords(records).find(
    (record) =>
      record.tool !== UNDO_TOOL &&
      record.changes.some(isMeant) &&
      (sessionId === undefined || record.sessionId === sessionId),
  );
  if (newest === undefined) {
    return fail("nothing_to_undo", `no kept change of ${shown}`, {
      hint: "wield undo --list shows what can be taken back.",
    });
  }
  return value(backToStart(records, newest.sessionId, isMeant));
}

function planSession(records: readonly UndoRecord[], sessionId: string): Outcome<UndoPlan> {
  const plan = backToStart(records, sessionId, () => true);
  return plan.changes.length === 0
    ? fail("nothing_to_undo", "this session has changed no file that can be put back")
    : value(plan);
}

/**
 * Per path, everything down to the session's first change of it that stands: what other sessions did on top of
 * that has to go too, and what was taken back meanwhile is gone through on the way.
 */
function backToStart(
  records: readonly UndoRecord[],
  sessionId: string,
  isMeant: (change: UndoChange) => boolean,
): UndoPlan {
  const standing = new Set(standingRecords(records));
  const first = new Map<string, number>();
  for (const [position, record] of records.entries()) {
    if (record.sessionId !== sessionId || record.tool === UNDO_TOOL || !standing.has(record)) continue;
    for (const change of record.changes) if (isMeant(change)) first.set(change.real, position);
  }
  return planOf(
    records.map((record, position) => ({
      record,
      changes: record.changes.filter(({ real }) => position <= (first.get(real) ?? -1)),
    })),
  );
}

function planOf(
  parts: readonly { readonly record: UndoRecord; readonly changes: readonly UndoChange[] }[],
): UndoPlan {
  const used = parts.filter(({ changes }) => changes.length > 0);
  return {
    records: used.map(({ record }) => record),
    changes: used.flatMap(({ record, changes }) =>
      changes.toReversed().map((change) => ({ call: record.callId, index: change.index, path: change.real })),
    ),
  };
}

function isAtOrBelow(path: string, place: string): boolean {
  return path === place || path.startsWith(place.endsWith("/") ? place : `${place}/`);
}
