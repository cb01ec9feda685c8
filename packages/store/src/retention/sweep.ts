import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock, Log } from "@wield/core";
import type { FileApprovals } from "../approvals/file-approvals.ts";
import type { JournalIndex } from "../database/journal-index.ts";
import { describeFault } from "../home/describe-fault.ts";
import type { HomeLayout } from "../home/home-layout.ts";
import { readIfThere } from "../home/read-file.ts";
import { DAY_MS, expiredDayFiles } from "../journal/journal-days.ts";
import type { FileOutputs } from "../outputs/file-outputs.ts";
import { pruneUndo } from "../undo/prune-undo.ts";
import { dropIndexRows } from "./drop-index-rows.ts";
import { removeAbandoned } from "./remove-abandoned.ts";
import type { Retention } from "./retention.ts";

/** After a longer rest nothing is removed before the next sweep, a day later. */
const LONGEST_REST_MS = 7 * DAY_MS;

export interface SweepParts {
  readonly layout: HomeLayout;
  readonly clock: Clock;
  readonly log: Log;
  readonly index: JournalIndex;
  readonly approvals: FileApprovals;
  readonly outputs: FileOutputs;
  /** Looks for interrupted calls of every process, marked or not. */
  readonly recover: () => Promise<unknown>;
}

/**
 * Removes what is older than it is to be kept, unless that was done within the last day. True when it was done now, or
 * put off since the clock may be wrong.
 */
export async function sweep(parts: SweepParts, keep: Retention): Promise<boolean> {
  const now = parts.clock.now();
  const last = Number((await readIfThere(parts.layout.lastSweep).catch(() => undefined)) ?? NaN);
  // A time in the future is that of a clock that was wrong.
  if (last <= now && now - last < DAY_MS) return false;
  const always: readonly (() => unknown)[] = [
    // First, so that a process that starts meanwhile does not do the same.
    () => writeFileSync(parts.layout.lastSweep, String(now), { mode: 0o600 }),
    parts.recover,
    () => removeAbandoned(parts.layout),
    async () => {
      // Loaded when it is due, once a day.
      const { removeAbandonedSessions } = await import("../sessions/remove-abandoned-sessions.ts");
      await removeAbandonedSessions(parts.layout.sessions, now);
    },
  ];
  const whatIsOld: readonly (() => unknown)[] = [
    () => removeOldDays(parts, keep.journalKeepDays),
    () => dropIndexRows(parts.index, parts.layout.journal, now - keep.journalKeepDays * DAY_MS),
    () => parts.approvals.removeBefore(now - keep.journalKeepDays * DAY_MS),
    () => parts.outputs.removeBefore(now - keep.outputsKeepDays * DAY_MS),
    () =>
      pruneUndo(parts.layout.undo, {
        before: now - keep.undoKeepDays * DAY_MS,
        keepBytes: keep.undoKeepBytes,
      }),
    () => removeDamagedDatabases(parts, now - keep.journalKeepDays * DAY_MS),
  ];
  // One start with a clock that is months ahead must not cost all records; what is old is still old tomorrow.
  const hasJumped = now - last > LONGEST_REST_MS;
  for (const step of hasJumped ? always : [...always, ...whatIsOld]) {
    try {
      await step();
    } catch (error) {
      parts.log("warn", `something old could not be removed: ${describeFault(error)}`);
    }
  }
  return true;
}

function removeOldDays({ layout, clock }: SweepParts, days: number): void {
  for (const name of expiredDayFiles(layout.journal, { now: clock.now(), days })) {
    rmSync(join(layout.journal, name), { force: true });
  }
}

function removeDamagedDatabases({ layout }: SweepParts, before: number): void {
  for (const name of readdirSync(layout.home)) {
    if (!/^wield\.db\.damaged-\d+(-wal|-shm)?$/.test(name)) continue;
    const path = join(layout.home, name);
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? before) < before)
      rmSync(path, { force: true });
  }
}
