export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * Runs the subjects in turn, round after round, so that a slow moment of the machine falls on all of them. Each answers
 * with its own figure; given back are the medians, in the order of the subjects.
 */
export async function interleaved(
  rounds: number,
  subjects: readonly (() => number | Promise<number>)[],
): Promise<readonly number[]> {
  const seen: number[][] = subjects.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, subject] of subjects.entries()) seen[index]?.push(await subject());
  }
  return seen.map(median);
}
