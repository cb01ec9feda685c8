import { setTimeout as pause } from "node:timers/promises";
import type { FoundProcess, TreeEnd, TreeQuery } from "@wield/core";
import { type ProcessRow, readProcess, readProcessTable } from "./process-table.ts";
import { rowsOfTree } from "./tree.ts";

const DEFAULT_GRACE_MS = 2000;
const FIRST_LOOK_MS = 5;
const LONGEST_LOOK_MS = 50;

/** What is killed may have started something between being seen and being killed. */
const MOST_KILL_ROUNDS = 20;

export async function findTree(query: TreeQuery): Promise<readonly FoundProcess[]> {
  return rowsOfTree(await readProcessTable(), query).map(foundOf);
}

/** TERM to all of it, KILL after the grace to what is left; done as soon as nothing of it is there. */
export async function endTree(query: TreeQuery, graceMs = DEFAULT_GRACE_MS): Promise<TreeEnd> {
  const told = new Map<string, ProcessRow>();
  const tell = (rows: readonly ProcessRow[], signal: NodeJS.Signals): void => {
    for (const row of rows) {
      told.set(keyOf(row), row);
      send(row.pid, signal);
      // What was stopped gets its TERM only when it goes on.
      if (signal === "SIGTERM") send(row.pid, "SIGCONT");
    }
  };
  tell(rowsOfTree(await readProcessTable(), query), "SIGTERM");
  await untilGone(told, graceMs);
  let left: readonly ProcessRow[] = [];
  for (let round = 0; round < MOST_KILL_ROUNDS; round += 1) {
    left = withChildren(await readProcessTable(), query, told);
    if (left.length === 0) break;
    tell(left, "SIGKILL");
    await untilGone(new Map(left.map((row) => [keyOf(row), row])), LONGEST_LOOK_MS * (round + 1));
  }
  return { ended: [...told.values()].map(foundOf), left: left.map(foundOf) };
}

/** A head that has ended is no head any more: its number may be another's. What was told to end still belongs. */
function withChildren(
  table: readonly ProcessRow[],
  query: TreeQuery,
  told: ReadonlyMap<string, ProcessRow>,
): readonly ProcessRow[] {
  const known = table.filter((row) => told.has(keyOf(row))).map(({ pid }) => pid);
  return rowsOfTree(table, { ...query, heads: known });
}

async function untilGone(rows: ReadonlyMap<string, ProcessRow>, limitMs: number): Promise<void> {
  const end = performance.now() + limitMs;
  let waiting = [...rows.values()];
  let gap = FIRST_LOOK_MS;
  for (;;) {
    waiting = waiting.filter(({ pid, startTime }) => readProcess(pid)?.startTime === startTime);
    const remaining = end - performance.now();
    if (waiting.length === 0 || remaining <= 0) return;
    await pause(Math.min(gap, remaining));
    gap = Math.min(gap * 2, LONGEST_LOOK_MS);
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended, or is not ours to end; what is left is told.
  }
}

function keyOf({ pid, startTime }: ProcessRow): string {
  return `${pid}:${startTime}`;
}

function foundOf({ pid, name }: ProcessRow): FoundProcess {
  return { pid, name };
}
