import { readdirSync } from "node:fs";

export const DAY_MS = 86_400_000;
const DAY_FILE = /^(\d{4}-\d{2}-\d{2})\.jsonl$/;

/** Name of the journal file for the UTC day of this instant (milliseconds since the epoch). */
export function dayFileName(at: number): string {
  return `${new Date(at).toISOString().slice(0, 10)}.jsonl`;
}

/** When the UTC day of this instant ends. */
export function endOfDay(at: number): number {
  return (Math.floor(at / DAY_MS) + 1) * DAY_MS;
}

/** Names of the journal's files in this folder, oldest first; none when there is no such folder. */
export function listDayFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => DAY_FILE.test(name))
      .toSorted();
  } catch {
    return [];
  }
}

/** Names of those days that ended at least `keepDays` days ago. */
export function expiredDayFiles(
  folder: string,
  keep: { readonly now: number; readonly days: number },
): readonly string[] {
  const oldest = dayFileName(keep.now - keep.days * DAY_MS);
  return listDayFiles(folder).filter((name) => name < oldest);
}
