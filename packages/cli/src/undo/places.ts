import { fail, type FailedResult, type UndoRecord } from "@wield/core";
import { standingRecords, type UndoTarget } from "./undo-plan.ts";

/** What this machine is called where places are. */
const HERE = "this machine";

/** Records whose files are where the work is now; nothing as `place` is this machine. */
export function recordsAt(records: readonly UndoRecord[], place: string | undefined): readonly UndoRecord[] {
  return records.filter((record) => record.place === place);
}

/**
 * The refusal of an undo that is about files of another place than the work is at now: a path there is another file
 * here.
 */
export function otherPlace(
  records: readonly UndoRecord[],
  target: UndoTarget,
  place: string | undefined,
): FailedResult | undefined {
  const meant = records.filter((record) => isMeant(record, target, standingRecords(records)));
  const [other] = meant;
  if (other === undefined || meant.some((record) => record.place === place)) return undefined;
  return fail(
    "other_place",
    `${other.callId} changed files on ${other.place ?? HERE}, and the work is on ${place ?? HERE} now`,
    {
      hint: `nothing was changed; set workspace.backend${other.place === undefined ? " to local" : ", ssh.server and ssh.folder"} back first.`,
    },
  );
}

function isMeant(record: UndoRecord, target: UndoTarget, standing: readonly UndoRecord[]): boolean {
  switch (target.kind) {
    case "newest":
      return record === standing[0];
    case "call":
      return record.callId.startsWith(target.callId);
    case "session":
      return record.sessionId === target.sessionId;
    case "path":
      return record.changes.some(
        ({ real, display }) =>
          display === target.shown || real === target.real || real.startsWith(`${target.real}/`),
      );
  }
}
