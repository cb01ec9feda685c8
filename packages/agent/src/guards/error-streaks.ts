import type { SeenCall } from "./call-digest.ts";

const CHANGE_AFTER = 2;
const AVOID_AFTER = 5;

/** Failures in a row, by tool. */
export type ErrorStreaks = ReadonlyMap<string, number>;

/** Counts failures in a row per tool. A success clears; what was denied or cancelled does not count. */
export function noteFailures(
  before: ErrorStreaks,
  calls: readonly SeenCall[],
): { readonly streaks: ErrorStreaks; readonly lines: readonly string[] } {
  const streaks = new Map(before);
  const lines = new Map<string, string>();
  for (const { tool, status } of calls) {
    if (status === "ok") {
      streaks.delete(tool);
      lines.delete(tool);
    }
    if (status !== "failed") continue;
    const count = (streaks.get(tool) ?? 0) + 1;
    streaks.set(tool, count);
    if (count === CHANGE_AFTER) {
      lines.set(
        tool,
        `${tool} failed ${count} times in a row. Change the approach: read what its failures say.`,
      );
    } else if (count === AVOID_AFTER) {
      lines.set(tool, `${tool} failed ${count} times in a row. Do not use it again in this turn.`);
    }
  }
  return { streaks, lines: [...lines.values()] };
}
