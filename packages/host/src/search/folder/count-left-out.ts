import type { LeftOut, WalkEntry } from "@wield/core";
import type { HeldFolders } from "../tree/held-folders.ts";
import { walkTree } from "../tree/walk-tree.ts";
import { isIncluded } from "./folder-search.ts";
import type { FolderSearch } from "./folder-search.ts";
import { kindOfFile } from "./read-text.ts";
import { osError } from "../../walk/os-error.ts";

/** Nobody feels whether a search takes this long or less. */
const UNFELT_MS = 60;
/** A search that takes longer anyhow may take a little longer. */
const SHARE_OF_SEARCH = 0.08;
const MOST_MS = 1000;
/** A small folder is told about whole, on the busiest machine too. */
const LEAST_ENTRIES = 256;
/** So many files are opened to see whether they are text. */
const MOST_OPENED = 1000;
/** Beyond this it does not matter how many more there are. */
const MOST_IGNORED = 1000;
/** In a single ignored folder: one of them must not take all the time. */
const MOST_IGNORED_IN_ONE = 100;

/**
 * Why nothing may have been found: the files of the folder that were not searched. What lies in the folder itself is
 * looked at first, for there the large ignored folders are.
 */
export async function countLeftOut(
  search: FolderSearch,
  folders: HeldFolders,
  searchMs: number,
): Promise<LeftOut> {
  const { context, start, options } = search;
  const counts = createCounts(search, folders);
  const maxMs = Math.min(MOST_MS, Math.max(UNFELT_MS - searchMs, searchMs * SHARE_OF_SEARCH));
  const begun = performance.now();
  const isOwnFolder = (entry: WalkEntry): boolean =>
    entry.depth === 1 && entry.kind === "directory" && counts.isWanted(entry);
  const walk = { readsIgnoreFiles: !options.includesIgnored, leastEntries: LEAST_ENTRIES };
  const near = await walkTree(context, start, {
    ...walk,
    maxMs,
    visit: (entry) => (isOwnFolder(entry) ? "next" : counts.visit(entry)),
  });
  counts.leave();
  const far = await walkTree(context, start, {
    ...walk,
    maxMs: Math.max(0, maxMs - (performance.now() - begun)),
    visit(entry) {
      if (entry.depth > 1) return counts.visit(entry);
      return isOwnFolder(entry) ? "enter" : "next";
    },
  });
  return counts.told(near.isComplete && far.isComplete);
}

function createCounts({ options }: FolderSearch, folders: HeldFolders) {
  let ignored = 0;
  let tooLarge = 0;
  let binary = 0;
  let opened = 0;
  // Depth of the ignored folder that is being walked, and the files counted in it.
  let ignoredAt = Infinity;
  let ignoredInOne = 0;

  /** Whether it is searched unless it is no text or too large. */
  function isWanted(entry: WalkEntry): boolean {
    return entry.name !== ".git" && (entry.ignoredBy === undefined || options.includesIgnored);
  }

  function visitFolder(entry: WalkEntry): "enter" | "next" {
    if (ignoredAt === Infinity && !isWanted(entry)) {
      ignoredAt = entry.depth;
      ignoredInOne = 0;
    }
    if (ignoredAt === Infinity) return "enter";
    return ignored >= MOST_IGNORED || ignoredInOne >= MOST_IGNORED_IN_ONE ? "next" : "enter";
  }

  function visit(entry: WalkEntry): "enter" | "next" {
    if (entry.depth <= ignoredAt) ignoredAt = Infinity;
    if (entry.name === ".git") return "next";
    if (entry.kind === "directory") return visitFolder(entry);
    if (entry.kind !== "file" || !isIncluded(entry.path, options.include)) return "next";
    if (ignoredAt !== Infinity || !isWanted(entry)) {
      ignored += 1;
      ignoredInOne += 1;
    } else if ((entry.glance()?.size ?? 0) > options.maxFileBytes) tooLarge += 1;
    else if (opened < MOST_OPENED) {
      opened += 1;
      if (isBinary(folders, entry.path)) binary += 1;
    }
    return "next";
  }

  return {
    isWanted,
    visit,
    leave(): void {
      ignoredAt = Infinity;
    },
    told: (isComplete: boolean): LeftOut => ({
      ignored,
      tooLarge,
      binary,
      isComplete,
      isBinaryComplete: isComplete && opened < MOST_OPENED,
    }),
  };
}

function isBinary(folders: HeldFolders, path: string): boolean {
  const opening = folders.open(path);
  if (opening === "gone" || "refused" in opening) return false;
  using file = opening;
  try {
    return kindOfFile(file) === "binary";
  } catch (error) {
    osError(error);
    return false;
  }
}
