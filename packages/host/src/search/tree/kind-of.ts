import { lstatSync } from "node:fs";
import type { FileKind } from "@wield/core";

/** What is at a path, a link not followed; nothing when nothing is there. */
export function kindOf(path: string): FileKind | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "directory";
  return stats.isSymbolicLink() ? "link" : "other";
}
