import type { TreeQuery } from "@wield/core";
import type { ProcessRow } from "./process-table.ts";

/**
 * The rows that belong to a tree: those that carry its mark, the groups and descendants of its heads, what the
 * shell that is spared has started, and copies of the shell (they still show the shell's own mark) that started one of these.
 */
export function rowsOfTree(table: readonly ProcessRow[], query: TreeQuery): readonly ProcessRow[] {
  const { mark, heads = [], copiesSince = Infinity } = query;
  const spared = new Set(query.spare);
  const byPid = new Map(table.map((row) => [row.pid, row]));
  const belongs = new Set<number>();
  for (const row of table) {
    const isHeaded = heads.includes(row.pid) || heads.includes(row.group) || spared.has(row.parent);
    const isCopy = row.pid > copiesSince && isCopyOfShell(row, mark);
    if (isHeaded || isCopy || isMarked(row, mark)) belongs.add(row.pid);
  }
  const known = [...belongs];
  for (const pid of known) {
    let row = byPid.get(byPid.get(pid)?.parent ?? 0);
    while (row !== undefined && !spared.has(row.pid) && isCopyOfShell(row, mark)) {
      belongs.add(row.pid);
      row = byPid.get(row.parent);
    }
  }
  const descends = (row: ProcessRow): boolean => {
    const seen = new Set<number>();
    let parent = row.parent;
    while (!seen.has(parent)) {
      if (belongs.has(parent) && !spared.has(parent)) return true;
      seen.add(parent);
      parent = byPid.get(parent)?.parent ?? parent;
    }
    return false;
  };
  return table.filter((row) => !spared.has(row.pid) && (belongs.has(row.pid) || descends(row)));
}

function isMarked(row: ProcessRow, mark: string): boolean {
  return row.marks.some((own) => own === mark || own.startsWith(`${mark}.`));
}

/** A shell that copied itself shows the environment it was started with. */
function isCopyOfShell(row: ProcessRow, mark: string): boolean {
  return row.marks.some((own) => mark.startsWith(`${own}.`));
}
