import { readdirSync } from "node:fs";
import { comparePaths } from "@wield/core";
import type { PathPattern } from "@wield/core";
import type { Held } from "../../walk/held.ts";
import { isOsError, osError, osReason } from "../../walk/os-error.ts";
import type { HeldFolders } from "../tree/held-folders.ts";
import type { Counted } from "./count-matches.ts";
import { isIncluded } from "./folder-search.ts";
import type { Verified } from "./verify-candidates.ts";

export interface Unreadable {
  readonly named: readonly Refused[];
  readonly count: number;
}

interface Refused {
  /** Relative to the folder. */
  readonly path: string;
  readonly isFolder: boolean;
  readonly reason: string;
}

export interface Refusals {
  readonly counted: Counted;
  readonly verified: Verified;
  readonly include: PathPattern | undefined;
}

const MOST_NAMED = 8;

/** What could not be read, named only when it may be told: each is tried again here. */
export function nameUnreadable(folders: HeldFolders, { counted, verified, include }: Refusals): Unreadable {
  const named = new Map<string, Refused>();
  for (const { path, reason } of verified.unreadable) named.set(path, { path, isFolder: false, reason });
  for (const path of counted.unreadable) {
    const refused = tryAgain(folders, path);
    if (refused !== undefined && (refused.isFolder || isIncluded(path, include))) named.set(path, refused);
  }
  const all = [...named.values()].toSorted((left, right) => comparePaths(left.path, right.path));
  const untried = Math.max(0, counted.unreadableCount - counted.unreadable.length);
  return { named: all.slice(0, MOST_NAMED), count: all.length + untried };
}

function tryAgain(folders: HeldFolders, path: string): Refused | undefined {
  try {
    const folder = folders.folder(path);
    if (folder !== undefined) return listAgain(folder, path);
  } catch (error) {
    return isOsError(error, "ENOENT", "ENOTDIR", "ELOOP")
      ? undefined
      : { path, isFolder: false, reason: osReason(osError(error)) };
  }
  const opening = folders.open(path);
  if (opening === "gone") return undefined;
  if ("refused" in opening) return { path, isFolder: false, reason: opening.refused };
  opening[Symbol.dispose]();
  return undefined;
}

function listAgain(folder: Held, path: string): Refused | undefined {
  try {
    readdirSync(folder.at("."));
    return undefined;
  } catch (error) {
    return { path, isFolder: true, reason: osReason(osError(error)) };
  }
}
