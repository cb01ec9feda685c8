import { readdirSync } from "node:fs";
import { isOsError, osError, osReason } from "../../walk/os-error.ts";
import type { HeldFolders } from "../tree/held-folders.ts";
import type { Counted } from "./count-matches.ts";
import type { Verified } from "./verify-candidates.ts";

export interface Unreadable {
  readonly named: readonly { readonly path: string; readonly reason: string }[];
  readonly count: number;
}

const MOST_NAMED = 8;

/** What could not be read, named only when it may be told: each is tried again here. */
export function nameUnreadable(folders: HeldFolders, counted: Counted, verified: Verified): Unreadable {
  const named = new Map(verified.unreadable.map(({ path, reason }) => [path, reason]));
  for (const path of counted.unreadable) {
    const refused = tryAgain(folders, path);
    if (refused !== undefined) named.set(refused.path, refused.reason);
  }
  const all = [...named].map(([path, reason]) => ({ path, reason }));
  const untried = Math.max(0, counted.unreadableCount - counted.unreadable.length);
  return { named: all.slice(0, MOST_NAMED), count: all.length + untried };
}

function tryAgain(
  folders: HeldFolders,
  path: string,
): { readonly path: string; readonly reason: string } | undefined {
  const opening = folders.open(path);
  if (opening !== "gone" && "refused" in opening) return { path, reason: opening.refused };
  if (opening !== "gone") opening[Symbol.dispose]();
  try {
    const folder = folders.folder(path);
    if (folder !== undefined) readdirSync(folder.at("."));
    return undefined;
  } catch (error) {
    if (isOsError(error, "ENOENT", "ENOTDIR", "ELOOP")) return undefined;
    return { path: `${path}/`, reason: osReason(osError(error)) };
  }
}
