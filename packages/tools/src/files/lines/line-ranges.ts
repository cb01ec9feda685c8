import type { LineRange } from "@wield/core";

/** The ranges in ascending order, those that overlap or touch made one; empty ranges are dropped. */
export function mergeRanges(ranges: readonly LineRange[]): LineRange[] {
  const sorted = ranges.filter((range) => range.last >= range.first).toSorted((a, b) => a.first - b.first);
  const merged: LineRange[] = [];
  for (const range of sorted) {
    const previous = merged.at(-1);
    if (previous === undefined || range.first > previous.last + 1) merged.push(range);
    else merged[merged.length - 1] = { first: previous.first, last: Math.max(previous.last, range.last) };
  }
  return merged;
}

/** How many of the lines 1 to `total` are in none of the ranges. */
export function unseenLines(total: number, seen: readonly LineRange[]): number {
  let unseen = total;
  for (const range of mergeRanges(seen)) {
    unseen -= Math.max(0, Math.min(range.last, total) - Math.max(range.first, 1) + 1);
  }
  return unseen;
}
