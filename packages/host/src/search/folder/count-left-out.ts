import type { LeftOut } from "@wield/core";
import type { HeldFolders } from "../tree/held-folders.ts";
import { walkTree } from "../tree/walk-tree.ts";
import { isIncluded } from "./folder-search.ts";
import type { FolderSearch } from "./folder-search.ts";
import { kindOfFile } from "./read-text.ts";
import { osError } from "../../walk/os-error.ts";

const MOST_MS = 1000;
/** So many files are opened to see whether they are text. */
const MOST_OPENED = 1000;
/** Beyond this it does not matter how many more there are. */
const MOST_IGNORED = 1000;

/** Why nothing may have been found: the files of the folder that were not searched. */
export async function countLeftOut(search: FolderSearch, folders: HeldFolders): Promise<LeftOut> {
  const { context, options, start } = search;
  let ignored = 0;
  let tooLarge = 0;
  let binary = 0;
  let opened = 0;
  // Depth of the ignored folder that is being walked.
  let ignoredAt = Infinity;
  const { isComplete } = await walkTree(context, start, {
    readsIgnoreFiles: !options.includesIgnored,
    maxMs: MOST_MS,
    visit(entry) {
      if (entry.depth <= ignoredAt) ignoredAt = Infinity;
      const isSkipped = entry.ignoredBy !== undefined && !options.includesIgnored;
      if (entry.name === ".git") return "next";
      if (entry.kind === "directory") {
        if (isSkipped && ignoredAt === Infinity) ignoredAt = entry.depth;
        return ignoredAt !== Infinity && ignored >= MOST_IGNORED ? "next" : "enter";
      }
      if (entry.kind !== "file" || !isIncluded(entry.path, options.include)) return "next";
      if (isSkipped || ignoredAt !== Infinity) ignored += 1;
      else if ((entry.glance()?.size ?? 0) > options.maxFileBytes) tooLarge += 1;
      else if (opened < MOST_OPENED) {
        opened += 1;
        if (isBinary(folders, entry.path)) binary += 1;
      }
      return "next";
    },
  });
  return { ignored, tooLarge, binary, isComplete, isBinaryComplete: isComplete && opened < MOST_OPENED };
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
