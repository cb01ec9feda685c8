/** One changed stretch, in characters: `before[oldFrom, oldTo)` became `after[newFrom, newTo)`. */
export interface Region {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/**
 * The regions of two changes made one after the other, as regions of one change. Both lists ascend; regions
 * that meet become one. Outside the result the first and the last text are equal.
 */
export function composeRegions(first: readonly Region[], second: readonly Region[]): Region[] {
  const composed: Region[] = [];
  let firstIndex = 0;
  let secondIndex = 0;
  let toOld = 0;
  let toNew = 0;
  while (firstIndex < first.length || secondIndex < second.length) {
    const start = Math.min(first[firstIndex]?.newFrom ?? Infinity, second[secondIndex]?.oldFrom ?? Infinity);
    const oldFrom = start + toOld;
    const newFrom = start + toNew;
    let end = start;
    for (;;) {
      const one = first[firstIndex];
      const two = second[secondIndex];
      if (one !== undefined && one.newFrom <= end) {
        end = Math.max(end, one.newTo);
        toOld = one.oldTo - one.newTo;
        firstIndex += 1;
      } else if (two !== undefined && two.oldFrom <= end) {
        end = Math.max(end, two.oldTo);
        toNew = two.newTo - two.oldTo;
        secondIndex += 1;
      } else break;
    }
    composed.push({ oldFrom, oldTo: end + toOld, newFrom, newTo: end + toNew });
  }
  return composed;
}

/** The smallest single region outside which two texts are equal; nothing when they are the same. */
export function changedRegion(before: string, after: string): Region | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before.charCodeAt(head) === after.charCodeAt(head)) head += 1;
  let tail = 0;
  while (
    tail < shorter - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail += 1;
  }
  return { oldFrom: head, oldTo: before.length - tail, newFrom: head, newTo: after.length - tail };
}
