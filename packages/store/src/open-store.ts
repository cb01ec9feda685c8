import { resolve } from "node:path";
import type {
  ApprovalStore,
  Clock,
  Journal,
  Json,
  Log,
  OutputStore,
  Secret,
  SightingStore,
  UndoStore,
} from "@wield/core";
import { FileApprovals } from "./approvals/file-approvals.ts";
import { JournalIndex } from "./database/journal-index.ts";
import { journalQuery } from "./database/journal-query.ts";
import type { JournalQuery } from "./database/journal-query.ts";
import { describeFault } from "./home/describe-fault.ts";
import { homeLayout } from "./home/home-layout.ts";
import { FileJournal } from "./journal/file-journal.ts";
import { DAY_MS } from "./journal/journal-days.ts";
import { JournalWriter } from "./journal/journal-writer.ts";
import { recover } from "./journal/recover.ts";
import { FileOutputs } from "./outputs/file-outputs.ts";
import { savedRules } from "./permissions/saved-rules.ts";
import type { SavedRules } from "./permissions/saved-rules.ts";
import { workspaceTrust } from "./permissions/workspace-trust.ts";
import type { WorkspaceTrust } from "./permissions/workspace-trust.ts";
import { ownIdentity } from "./process/process-identity.ts";
import type { ProcessIdentity } from "./process/process-identity.ts";
import { ProcessMarks } from "./process/process-marks.ts";
import { DEFAULT_RETENTION } from "./retention/retention.ts";
import type { Retention } from "./retention/retention.ts";
import type { StoredSessions } from "./sessions/file-sessions.ts";
import { lazySessions } from "./sessions/lazy-sessions.ts";
import { sweep } from "./retention/sweep.ts";
import { commandLineSession } from "./session/command-line-session.ts";
import { DatabaseSightings } from "./sightings/database-sightings.ts";
import { storedTodos } from "./todos/stored-todos.ts";
import type { StoredTodos } from "./todos/stored-todos.ts";
import { FileUndo } from "./undo/file-undo.ts";
import { makeFolder } from "./home/make-folder.ts";
import { pruneUndo } from "./undo/prune-undo.ts";

const RECOVERY_LIMIT_MS = 1_000;
const RECOVERY_RETRY_MS = 5_000;
const CLOSE_LIMIT_MS = 2_000;
/** Undo data is pruned again once this part of what may be kept was added. */
const PRUNE_AT_PART = 1 / 8;

export interface StoreOptions {
  /** The person's folder of Wield, absolute. Made when it is not there. */
  readonly home: string;
  readonly clock: Clock;
  readonly log: Log;
  /** How long what is kept. Default: `DEFAULT_RETENTION`. */
  readonly retention?: Retention;
  /** What must not be written into a session. Asked before each writing; the same list again costs nothing. */
  readonly secrets?: () => readonly Secret[];
}

/** Everything Wield keeps for one person. Any number of processes may have one open on the same home. */
export interface Store {
  readonly journal: Journal;
  readonly approvals: ApprovalStore & {
    /** The input as it came, of a request that is not settled. */
    rawInput(id: string): Promise<Json | undefined>;
  };
  readonly outputs: OutputStore;
  readonly undo: UndoStore;
  readonly sessions: Omit<StoredSessions, "close">;
  /** Task lists of sessions without a record of their own. */
  readonly todos: StoredTodos;
  readonly sightings: SightingStore;
  readonly query: JournalQuery;
  readonly rules: SavedRules;
  readonly trust: WorkspaceTrust;
  /** Who this process is in the journal. */
  readonly process: ProcessIdentity;
  /** Id of the one command-line session of this workspace. */
  commandLineSession(workspace: string): string;
  /**
   * Removes what need not be kept any longer (by default: as the store was opened with); does nothing within a
   * day of the last time. True when it was done now.
   */
  sweep(keep?: Retention): Promise<boolean>;
  /** Writes what is still to be written to the index, 2 s at most, and lets go of all files. */
  close(): Promise<void>;
}

/**
 * Opens the store of a home and settles what processes that have ended left unfinished. Never rejects because of
 * the file system: what cannot be written is logged, and refused by the part that would have written it.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { clock, log, retention = DEFAULT_RETENTION } = options;
  const home = resolve(options.home);
  const layout = homeLayout(home);
  try {
    makeFolder(home);
  } catch (error) {
    log("error", `${home} cannot be used: ${describeFault(error)}`);
  }

  const marks = new ProcessMarks(layout.processes);
  const writer = new JournalWriter(layout.journal, clock);
  const index = new JournalIndex({ path: layout.database, journal: layout.journal, clock, log });
  const journal = new FileJournal({ writer, marks, clock, log, appended: (bytes) => index.request(bytes) });
  const approvals = new FileApprovals(layout.approvals, clock, log);
  const outputs = new FileOutputs(layout.outputs);
  const undo = new FileUndo(layout.undo, pruneWhenGrown(layout.undo, options));
  const recovery = { index, writer, marks, journal: layout.journal, clock, log };

  const sessions = lazySessions(async () => {
    const { openSessions } = await import("./sessions/open-sessions.ts");
    return openSessions({ layout, clock, log, outputs, undo, secrets: options.secrets });
  });

  let recovering: Promise<void> | undefined;
  let cancelRetry: (() => void) | undefined;
  const recoverUntilDone = async (): Promise<void> => {
    if (await recover(recovery, RECOVERY_LIMIT_MS)) return;
    cancelRetry = clock.timer(RECOVERY_RETRY_MS, () => {
      recovering = recoverUntilDone();
    });
  };
  if (marks.dead().length > 0) await recoverUntilDone();
  await approvals
    .tidy()
    .catch((error: unknown) => log("warn", `approvals cannot be read: ${describeFault(error)}`));

  return {
    journal,
    approvals,
    outputs,
    undo,
    sessions,
    todos: storedTodos(layout.todos),
    sightings: new DatabaseSightings(index, clock, log),
    query: journalQuery(index, layout.journal),
    rules: savedRules(layout.rules, clock, log),
    trust: workspaceTrust(layout.trust, clock),
    process: ownIdentity(),
    commandLineSession,
    sweep: (keep = retention) =>
      sweep(
        {
          layout,
          clock,
          log,
          index,
          approvals,
          outputs,
          recover: () => recover(recovery, RECOVERY_LIMIT_MS),
        },
        keep,
      ),
    async close() {
      cancelRetry?.();
      await recovering;
      cancelRetry?.();
      await sessions.close();
      await index.close(CLOSE_LIMIT_MS);
      await writer.close();
      if (!journal.hasUnfinished) marks.clear();
    },
  };
}

/** Between two sweeps a busy day may bring more undo data than is to be kept. */
function pruneWhenGrown(
  folder: string,
  { clock, log, retention = DEFAULT_RETENTION }: StoreOptions,
): (bytes: number) => void {
  let grown = 0;
  return (bytes) => {
    grown += bytes;
    if (grown < retention.undoKeepBytes * PRUNE_AT_PART) return;
    grown = 0;
    const before = clock.now() - retention.undoKeepDays * DAY_MS;
    pruneUndo(folder, { before, keepBytes: retention.undoKeepBytes }).catch((error: unknown) => {
      log("warn", `old undo data could not be removed: ${describeFault(error)}`);
    });
  };
}
