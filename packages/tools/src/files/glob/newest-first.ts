import { comparePaths } from "@wield/core";
import type { FoundPath } from "./find-files.ts";

/** The files of one page: the newest change first, those of one time in path order. */
export function newestFirst(
  files: readonly FoundPath[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): readonly FoundPath[] {
  const end = offset + limit;
  const wanted = files.length <= end ? files : newest(files, end);
  return wanted
    .toSorted((left, right) => right.modifiedAt - left.modifiedAt || comparePaths(left.path, right.path))
    .slice(offset, end);
}

/** At least the newest `count` of many files, without sorting them all by name too. */
function newest(files: readonly FoundPath[], count: number): readonly FoundPath[] {
  const times = new Float64Array(files.length);
  for (const [index, { modifiedAt }] of files.entries()) times[index] = modifiedAt;
  const oldest = times.toSorted().at(-count) ?? -Infinity;
  return files.filter(({ modifiedAt }) => modifiedAt >= oldest);
}
