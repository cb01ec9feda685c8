import type { LineRange } from "@wield/core";
import { lineChanges } from "../diff/line-changes.ts";
import type { Region } from "../diff/region.ts";
import { majorityEnding } from "../lines/line-rule.ts";
import { mergeRanges } from "../lines/line-ranges.ts";

interface Change {
  readonly before: string;
  readonly after: string;
  readonly regions: readonly Region[];
}

/**
 * The lines of an edited text that the session knows: those it had seen, where they stand now, and those the
 * edit wrote.
 */
export function knownLines(seen: readonly LineRange[], { before, after, regions }: Change): LineRange[] {
  const known: LineRange[] = [];
  const ranges = mergeRanges(seen);
  let kept = 1;
  let shift = 0;
  const keep = (last: number): void => {
    for (const range of ranges) {
      const first = Math.max(range.first, kept);
      const end = Math.min(range.last, last);
      if (first <= end) known.push({ first: first + shift, last: end + shift });
    }
  };
  for (const change of lineChanges(before, after, { regions, ending: majorityEnding(before) })) {
    keep(change.oldLine);
    known.push({ first: change.newLine + 1, last: change.newLine + change.newCount });
    kept = change.oldLine + change.oldCount + 1;
    shift = change.newLine + change.newCount - (change.oldLine + change.oldCount);
  }
  keep(Infinity);
  return mergeRanges(known);
}
