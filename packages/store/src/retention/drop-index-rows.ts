import { inTransaction } from "../database/catch-up.ts";
import { textOf } from "../database/columns.ts";
import type { JournalIndex } from "../database/journal-index.ts";
import type { OpenDatabase } from "../database/open-database.ts";
import { listDayFiles } from "../journal/journal-days.ts";

/** Rows removed in one transaction: few enough that the event loop is not held up. */
const ROWS_AT_ONCE = 1_000;

/**
 * Removes from the index what it holds of journal files that are gone, and sightings older than `before`. Stops
 * early when another process writes: what is left is removed the next time.
 */
export async function dropIndexRows(index: JournalIndex, journal: string, before: number): Promise<void> {
  await index.attempt((open) => open.statements.dropSightingsBefore.run(before));
  for (;;) {
    const attempt = await index.attempt((open) => inTransaction(open, () => dropSome(open, journal)));
    if (attempt.kind !== "done" || attempt.value) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/** True when nothing is left to drop. */
function dropSome({ statements }: OpenDatabase, journal: string): boolean {
  const present = new Set(listDayFiles(journal));
  const names = statements.indexedFiles.all().map((row) => textOf(row, "name") ?? "");
  const gone = names.find((name) => !present.has(name));
  if (gone === undefined) return true;
  statements.dropSomeCallsOfFile.run(gone, ROWS_AT_ONCE);
  const { changes } = statements.dropSomeEntriesOfFile.run(gone, ROWS_AT_ONCE);
  if (changes === 0) statements.dropFile.run(gone);
  return false;
}
