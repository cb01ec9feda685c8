import type { LineRange } from "@wield/core";

/** The same lines as ascending ranges that neither overlap nor touch. */
export function mergeRanges(ranges: readonly LineRange[]): readonly LineRange[] {
  const merged: LineRange[] = [];
  for (const range of ranges.toSorted((left, right) => left.first - right.first)) {
    const last = merged.at(-1);
    if (range.last < range.first) continue;
    if (last === undefined || range.first > last.last + 1) merged.push(range);
    else merged[merged.length - 1] = { first: last.first, last: Math.max(last.last, range.last) };
  }
  return merged;
}
