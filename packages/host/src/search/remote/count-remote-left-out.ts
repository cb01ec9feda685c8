import { type LeftOut, type Outcome, type SearchOptions } from "@wield/core";
import type { RemoteWork } from "../../files/remote/open/open-remote-for-reading.ts";
import { contentOf } from "../../files/remote/read-remote-file.ts";
import { isIncluded } from "../folder/folder-search.ts";
import { HEAD_BYTES, judgeHead } from "../text/judge-head.ts";
import { readRemoteTexts } from "./read-remote-texts.ts";
import { batches, type WantedFile } from "./remote-finder.ts";
import { type RemoteTreeStart, walkRemoteTree } from "./walk-remote-tree.ts";

const MOST_MS = 1000;
/** The start of so many files is looked at to see whether they are text. */
const MOST_OPENED = 1000;
/** Beyond this it does not matter how many more there are. */
const MOST_IGNORED = 1000;
/** In a single ignored folder: one of them must not take all the time. */
const MOST_IGNORED_IN_ONE = 100;

export interface SearchedThere {
  readonly options: SearchOptions;
  readonly tooLarge: number;
  /** Binary files among those that were opened. */
  readonly binary: number;
  readonly unopened: readonly WantedFile[];
}

/** Why nothing may have been found: the files of the folder that were not searched. */
export async function countRemoteLeftOut(
  work: RemoteWork,
  start: RemoteTreeStart,
  searched: SearchedThere,
): Promise<LeftOut> {
  const { options, tooLarge, unopened } = searched;
  const begun = performance.now();
  const ignored = await countIgnored(work, start, options);
  let binary = searched.binary;
  let opened = 0;
  const isTooMuch = (): boolean => opened >= MOST_OPENED || performance.now() - begun > MOST_MS;
  const small = unopened.filter(({ stats }) => stats.size <= HEAD_BYTES);
  for (const batch of batches(small)) {
    if (isTooMuch()) break;
    const texts = await readRemoteTexts(work.shell, batch);
    if (!texts.ok) break;
    opened += batch.length;
    for (const text of texts.value)
      if (text instanceof Uint8Array && judgeHead(text, true) === "binary") binary += 1;
  }
  for (const { bytes, stats } of unopened) {
    if (stats.size <= HEAD_BYTES) continue;
    if (isTooMuch()) break;
    const read = await contentOf(work.shell, { bytes, limit: HEAD_BYTES });
    if (!read.ok) break;
    opened += 1;
    if (!("error" in read.value) && judgeHead(read.value.bytes, false) === "binary") binary += 1;
  }
  return {
    ignored: ignored.count,
    tooLarge,
    binary,
    isComplete: ignored.isComplete,
    isBinaryComplete: ignored.isComplete && opened === unopened.length,
  };
}

async function countIgnored(
  work: RemoteWork,
  start: RemoteTreeStart,
  options: SearchOptions,
): Promise<{ readonly count: number; readonly isComplete: boolean }> {
  let count = 0;
  // Depth of the ignored folder that is being walked, and the files counted in it.
  let ignoredAt = Infinity;
  let inOne = 0;
  const walked: Outcome<{ readonly isComplete: boolean }> = await walkRemoteTree(work, start, {
    readsIgnoreFiles: !options.includesIgnored,
    followsLinks: false,
    maxMs: MOST_MS,
    visit(entry) {
      if (entry.depth <= ignoredAt) ignoredAt = Infinity;
      if (entry.name === ".git") return "next";
      const isWanted = entry.ignoredBy === undefined || options.includesIgnored;
      if (entry.kind === "directory") {
        if (ignoredAt === Infinity && !isWanted) {
          ignoredAt = entry.depth;
          inOne = 0;
        }
        if (ignoredAt === Infinity) return "enter";
        return count >= MOST_IGNORED || inOne >= MOST_IGNORED_IN_ONE ? "next" : "enter";
      }
      if (entry.kind !== "file" || !isIncluded(entry.path, options.include)) return "next";
      if (ignoredAt === Infinity && isWanted) return "next";
      count += 1;
      inOne += 1;
      return "next";
    },
  });
  return { count, isComplete: walked.ok && walked.value.isComplete };
}
