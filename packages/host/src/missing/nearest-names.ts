import { posix } from "node:path";
import { editDistance } from "@wield/core";

const MAX_DISTANCE = 2;
/** Longer names are only looked for elsewhere: measuring thousands of them takes too long. */
const MAX_MEASURED = 64;

/** A path that exists, relative to the folder that was searched, with `/` separators. */
export interface Candidate {
  readonly path: string;
  readonly name: string;
}

/**
 * The candidates whose name is the missing path's, else those at most two characters away; the likeliest
 * first: the closest name, then the same folder, then the shortest way.
 */
export function nearestNames(missing: string, candidates: readonly Candidate[]): readonly string[] {
  const name = posix.basename(missing).toLowerCase();
  const folder = posix.dirname(missing);
  // In a name of two letters everything is two changes away.
  const limit = name.length > MAX_MEASURED ? 0 : Math.min(MAX_DISTANCE, Math.floor((name.length - 1) / 2));
  const ranked = candidates.flatMap(({ path, name: other }) => {
    const distance = distanceOf(name, other.toLowerCase(), limit);
    return distance > limit ? [] : [{ path, distance, isBeside: posix.dirname(path) === folder }];
  });
  const best = ranked.some(({ distance }) => distance === 0) ? 0 : MAX_DISTANCE;
  return ranked
    .filter(({ distance }) => distance <= best)
    .toSorted(
      (left, right) =>
        left.distance - right.distance ||
        Number(right.isBeside) - Number(left.isBeside) ||
        left.path.length - right.path.length ||
        (left.path < right.path ? -1 : 1),
    )
    .map(({ path }) => path);
}

function distanceOf(name: string, other: string, limit: number): number {
  if (name === other) return 0;
  return limit === 0 ? Infinity : editDistance(name, other, limit);
}
