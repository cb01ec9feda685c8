/** Items `a[a, a + length)` that equal `b[b, b + length)`. */
export interface MatchedRun {
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

/**
 * The runs that a shortest edit script leaves alone (E. Myers, "An O(ND) Difference Algorithm and Its
 * Variations", 1986), ascending. Nothing when more than `maxEdits` items would have to go or come: time and
 * memory grow with the square of that number.
 */
export function matchedRuns(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  maxEdits: number,
): readonly MatchedRun[] | undefined {
  const limit = Math.min(a.length + b.length, maxEdits);
  const middle = limit + 1;
  const reach = new Int32Array(2 * limit + 3);
  const rounds: Int32Array[] = [];
  for (let edits = 0; edits <= limit; edits += 1) {
    rounds.push(reach.slice(middle - edits - 1, middle + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = step(reach, middle + diagonal, {
        isLowest: diagonal === -edits,
        isHighest: diagonal === edits,
      }).x;
      let y = x - diagonal;
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x += 1;
        y += 1;
      }
      reach[middle + diagonal] = x;
      if (x >= a.length && y >= b.length) return trace(rounds, { x: a.length, y: b.length });
    }
  }
  return undefined;
}

/** Where a round starts on one diagonal: one insertion from above, or one deletion from below. */
function step(
  reach: Int32Array,
  place: number,
  edge: { readonly isLowest: boolean; readonly isHighest: boolean },
): { readonly x: number; readonly isInsertion: boolean } {
  const above = reach[place + 1] ?? 0;
  const below = reach[place - 1] ?? 0;
  const isInsertion = edge.isLowest || (!edge.isHighest && below < above);
  return { x: isInsertion ? above : below + 1, isInsertion };
}

function trace(rounds: readonly Int32Array[], end: { x: number; y: number }): MatchedRun[] {
  const runs: MatchedRun[] = [];
  let { x, y } = end;
  for (let edits = rounds.length - 1; edits >= 0; edits -= 1) {
    const reach = rounds[edits];
    if (reach === undefined) break;
    const diagonal = x - y;
    const edge = { isLowest: diagonal === -edits, isHighest: diagonal === edits };
    const from = step(reach, diagonal + edits + 1, edge);
    const startX = edits === 0 ? 0 : from.x;
    if (x > startX) runs.push({ a: startX, b: startX - diagonal, length: x - startX });
    if (edits === 0) break;
    x = from.isInsertion ? from.x : from.x - 1;
    y = from.isInsertion ? from.x - diagonal - 1 : from.x - diagonal;
  }
  return runs.toReversed();
}
