/** Edit distance of two names, with a swap of neighbours counted once; more than `limit` is reported as `limit + 1`. */
export function editDistance(left: string, right: string, limit = 8): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  let before: number[] = [];
  let above = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const here = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      let best = Math.min(
        at(above, column) + 1,
        at(here, column - 1) + 1,
        at(above, column - 1) + (isSame ? 0 : 1),
      );
      const isSwap =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (isSwap) best = Math.min(best, at(before, column - 2) + 1);
      here.push(best);
    }
    before = above;
    above = here;
  }
  return Math.min(at(above, right.length), limit + 1);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.MAX_SAFE_INTEGER;
}

/** The candidates near `name`, nearest first: within two edits (ignoring case and separators), or sharing a word. */
export function nearNames(name: string, candidates: Iterable<string>, most = 5): string[] {
  const plain = squash(name).slice(0, 80);
  const words = wordsOf(name.slice(0, 200));
  const ranked: { candidate: string; rank: number }[] = [];
  for (const candidate of candidates) {
    const distance = editDistance(plain, squash(candidate), 2);
    if (distance <= Math.min(2, Math.max(1, Math.floor(plain.length / 2))))
      ranked.push({ candidate, rank: distance });
    else if (wordsOf(candidate).some((word) => words.includes(word))) ranked.push({ candidate, rank: 3 });
    else if (isPart(plain, squash(candidate))) ranked.push({ candidate, rank: 4 });
  }
  ranked.sort((a, b) => a.rank - b.rank || (a.candidate < b.candidate ? -1 : 1));
  return ranked.slice(0, most).map((entry) => entry.candidate);
}

/** The one candidate to suggest, if any. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  return nearNames(name, candidates, 1)[0];
}

/** Lower case, without `_ - . :` and blanks: what two spellings of one name share. */
export function squash(name: string): string {
  return name.toLowerCase().replaceAll(/[_\-.:\s]/g, "");
}

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2);
}

function isPart(left: string, right: string): boolean {
  return left.length > 2 && right.length > 2 && (left.includes(right) || right.includes(left));
}
