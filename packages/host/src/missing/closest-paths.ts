import { join, relative, sep } from "node:path";
import type { ResolvedPath, Workspace } from "@wield/core";
import { mayShow } from "../files/open-path.ts";
import type { FilesContext } from "../files/open-path.ts";
import { resolvedPath } from "../paths/resolved-path.ts";
import { locate } from "../walk/locate.ts";
import { isInside } from "../walk/zone.ts";
import { nearestNames } from "./nearest-names.ts";
import { walkNames } from "./walk-names.ts";

export const MAX_SUGGESTIONS = 3;
export const MAX_JUDGED = 20;

/** A hint with up to three paths that exist and may be read, close to one that does not. */
export async function closestPathsHint(
  context: FilesContext,
  missing: ResolvedPath,
  wanted: "file" | "directory",
): Promise<string | undefined> {
  const { walker, scope } = context;
  const root = rootOf(missing.real, scope.workspace);
  if (root === undefined) return undefined;
  const candidates = await walkNames(walker, root, wanted);
  const nearest = nearestNames(relative(root, missing.real).split(sep).join("/"), candidates);
  const shown: string[] = [];
  for (const path of nearest.slice(0, MAX_JUDGED)) {
    using located = locate(walker, join(root, path));
    if (located.ending.kind !== "found") continue;
    if (located.ending.object.stats.isDirectory() !== (wanted === "directory")) continue;
    const resolved = resolvedPath(located, path, scope.workspace);
    if (mayShow(scope, resolved) && !shown.includes(resolved.display)) shown.push(resolved.display);
    if (shown.length === MAX_SUGGESTIONS) break;
  }
  return suggestionHint(shown);
}

export function suggestionHint(shown: readonly string[]): string | undefined {
  if (shown.length === 0) return undefined;
  return shown.length === 1 ? `did you mean ${shown[0]}?` : `did you mean one of these: ${shown.join(", ")}?`;
}

/** The folder of the session that holds a real path. */
export function rootOf(real: string, workspace: Workspace): string | undefined {
  return [workspace.root, ...workspace.writeRoots, ...workspace.readRoots].find((root) =>
    isInside(root, real),
  );
}
