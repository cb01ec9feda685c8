import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock, Log } from "@wield/core";
import { catchUpWithin, inTransaction, tellOfUnreadable } from "../database/catch-up.ts";
import type { JournalIndex } from "../database/journal-index.ts";
import type { OpenDatabase } from "../database/open-database.ts";
import { textOf } from "../database/columns.ts";
import { describeFault } from "../home/describe-fault.ts";
import { parseJson } from "../home/json-fields.ts";
import { isDead } from "../process/process-identity.ts";
import type { ProcessMarks } from "../process/process-marks.ts";
import { encodeEntry } from "./entry-codec.ts";
import { listDayFiles } from "./journal-days.ts";
import type { JournalWriter } from "./journal-writer.ts";
import { parseOwner } from "./owner.ts";
import { hasUnfinishedLine } from "./read-lines.ts";
import { removeTemporaryFile } from "./temporary-files.ts";

/** What an interrupted call's outcome says. */
export const INTERRUPTED_SUMMARY = "the process ended while this ran; it may have happened";

export interface RecoveryParts {
  readonly index: JournalIndex;
  readonly writer: JournalWriter;
  readonly marks: ProcessMarks;
  /** Folder of the journal's files. */
  readonly journal: string;
  readonly clock: Clock;
  readonly log: Log;
}

interface Abandoned {
  readonly callId: string;
  readonly temporaryFiles: readonly string[];
}

/**
 * Gives each intent of a dead process that has no outcome the outcome `interrupted`, and removes its temporary
 * files. Living owners, and those that cannot be seen from here, are left alone. Several processes may do this
 * at once: the database's write lock makes one of them first, and the others find nothing left.
 * True when it was done; false when the database could not be had within `limitMs`.
 */
export async function recover(parts: RecoveryParts, limitMs: number): Promise<boolean> {
  const deadMarks = parts.marks.dead();
  try {
    finishLastLines(parts.journal);
    const end = performance.now() + limitMs;
    for (;;) {
      const ready = await parts.index.bringUpToDate(Math.max(0, end - performance.now()));
      if (ready.kind !== "done") return false;
      const attempt = await parts.index.attempt((open) => interruptAbandoned(open, parts));
      if (attempt.kind === "unavailable") return false;
      if (attempt.kind === "done") {
        if (attempt.value > 0) await parts.writer.sync();
        parts.marks.remove(deadMarks);
        return true;
      }
      if (performance.now() >= end) return false;
    }
  } catch (error) {
    parts.log(
      "error",
      `calls of processes that have ended could not be marked as interrupted: ${describeFault(error)}`,
    );
    return false;
  }
}

function interruptAbandoned(open: OpenDatabase, parts: RecoveryParts): number {
  // A look without the lock first: mostly there is nothing.
  if (abandonedCalls(open).length === 0) return 0;
  return inTransaction(open, () => {
    const candidates = abandonedCalls(open);
    // Read again after it is certain that they are dead: the outcome may have been a process's last act.
    tellOfUnreadable(catchUpWithin(open, parts.journal), parts.log);
    const isUnfinished = new Set(abandonedCalls(open).map((call) => call.callId));
    const abandoned = candidates.filter((call) => isUnfinished.has(call.callId));
    for (const { callId, temporaryFiles } of abandoned) {
      for (const path of temporaryFiles) removeTemporaryFile(path);
      parts.writer.write([
        encodeEntry({
          v: 1,
          type: "outcome",
          callId,
          at: parts.clock.now(),
          status: "interrupted",
          code: "interrupted",
          stage: "record",
          durationMs: 0,
          summary: INTERRUPTED_SUMMARY,
          changed: [],
        }),
      ]);
    }
    catchUpWithin(open, parts.journal);
    return abandoned.length;
  });
}

function abandonedCalls({ statements }: OpenDatabase): readonly Abandoned[] {
  const deaths = new Map<string, boolean>();
  const abandoned: Abandoned[] = [];
  for (const row of statements.unfinishedIntents.all()) {
    const owner = textOf(row, "owner") ?? "";
    const isOwnerDead = deaths.get(owner) ?? isDeadOwner(owner);
    deaths.set(owner, isOwnerDead);
    if (!isOwnerDead) continue;
    const files = parseJson(textOf(row, "temporary_files") ?? "");
    const temporaryFiles = Array.isArray(files) ? files.filter((path) => typeof path === "string") : [];
    abandoned.push({ callId: textOf(row, "id") ?? "", temporaryFiles });
  }
  return abandoned;
}

function isDeadOwner(text: string): boolean {
  const owner = parseOwner(text);
  return owner !== undefined && isDead(owner);
}

/**
 * Ends the last line of the newest files, so that an entry which lacks only its line break counts. Another
 * process's write is whole before this one, so a line break never falls into it.
 */
function finishLastLines(journal: string): void {
  for (const file of listDayFiles(journal).slice(-2)) {
    const path = join(journal, file);
    if (hasUnfinishedLine(path)) appendFileSync(path, "\n");
  }
}
