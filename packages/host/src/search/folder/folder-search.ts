import type { PathPattern, SearchOptions } from "@wield/core";
import type { FilesContext } from "../../files/open-path.ts";
import type { IgnoreFileAbove } from "../ignore/rules-above.ts";
import type { SearchPattern } from "../ripgrep/search-pattern.ts";
import type { TreeStart } from "../tree/walk-tree.ts";

/** One search of a folder: what it works on, and how. */
export interface FolderSearch extends SearchPattern {
  readonly context: FilesContext;
  readonly start: Omit<TreeStart, "rulesAbove"> & { readonly rulesAbove: readonly IgnoreFileAbove[] };
  readonly options: SearchOptions;
  /** Paths below the folder that a rule closes. */
  readonly closed: readonly string[];
}

/** A file that is said to have matches; `path` is relative to the folder. */
export interface Candidate {
  readonly path: string;
  readonly count: number;
}

/** Counting goes on to here: as far as is told, and one behind the page to know whether more follows. */
export function countingEnd({ offset, limit, maxCounted, unit }: SearchOptions): number {
  return unit === "files" ? maxCounted : Math.max(maxCounted, offset + limit + 1);
}

/** Whether a file is wanted by its path below the folder or by its name. */
export function isIncluded(path: string, include: PathPattern | undefined): boolean {
  if (include === undefined) return true;
  return include.matches(path) || include.matches(path.slice(path.lastIndexOf("/") + 1));
}
