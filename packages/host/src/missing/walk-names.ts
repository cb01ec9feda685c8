import { readdirSync } from "node:fs";
import type { Dirent } from "node:fs";
import { join, posix } from "node:path";
import { nextTurn } from "../content/content-mark.ts";
import { locate } from "../walk/locate.ts";
import type { Walker } from "../walk/locate.ts";
import { osError } from "../walk/os-error.ts";
import { isInside } from "../walk/zone.ts";
import type { Candidate } from "./nearest-names.ts";

/** Folders that hold what was made or fetched, not written. */
const SKIPPED = new Set([
  ".git",
  "node_modules",
  "__pycache__",
  ".venv",
  "venv",
  ".next",
  ".cache",
  ".idea",
  ".DS_Store",
]);
const MAX_ENTRIES = 5000;
const MAX_MS = 50;
const MAX_MS_AT_A_TIME = 10;

/**
 * Names below a real folder, the nearest first: at most 5000 of them and for at most 50 ms, without
 * following links to folders.
 */
export async function walkNames(
  walker: Walker,
  root: string,
  wanted: "file" | "directory",
): Promise<readonly Candidate[]> {
  const found: Candidate[] = [];
  const start = performance.now();
  let turn = start;
  let seen = 0;
  const folders = ["."];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    for (const entry of entriesOf(walker, root, folder)) {
      seen += 1;
      if (seen > MAX_ENTRIES) return found;
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(path);
      if (entry.isSymbolicLink() || entry.isDirectory() === (wanted === "directory")) {
        found.push({ path, name: entry.name });
      }
    }
    const now = performance.now();
    if (now - start > MAX_MS) return found;
    if (now - turn > MAX_MS_AT_A_TIME) {
      await nextTurn();
      turn = performance.now();
    }
  }
  return found;
}

function entriesOf(walker: Walker, root: string, folder: string): readonly Dirent[] {
  using located = locate(walker, join(root, folder));
  if (located.ending.kind !== "found" || !isInside(root, located.real)) return [];
  try {
    return readdirSync(located.ending.object.at("."), { withFileTypes: true });
  } catch (error) {
    // What cannot be listed offers no names.
    osError(error);
    return [];
  }
}
