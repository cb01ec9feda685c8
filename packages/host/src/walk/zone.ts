import { sep } from "node:path";
import type { PathZone, Workspace } from "@wield/core";

/** Whether `path` is `root` or lies in it, by whole segments. Both are absolute. */
export function isInside(root: string, path: string): boolean {
  if (path === root) return true;
  return path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** Where a real path lies. The most permissive of the folders that hold it counts. */
export function zoneOf(real: string, workspace: Workspace): PathZone {
  if (isInside(workspace.root, real)) return "workspace";
  if (workspace.writeRoots.some((root) => isInside(root, real))) return "write_root";
  if (workspace.readRoots.some((root) => isInside(root, real))) return "read_root";
  return "outside";
}

/** Relative to the workspace with `/` separators inside it (`.` for itself), absolute outside. */
export function displayOf(real: string, workspace: Workspace): string {
  const { root } = workspace;
  if (real === root) return ".";
  if (!isInside(root, real)) return real;
  const inside = real.slice(root.endsWith(sep) ? root.length : root.length + sep.length);
  return sep === "/" ? inside : inside.split(sep).join("/");
}
