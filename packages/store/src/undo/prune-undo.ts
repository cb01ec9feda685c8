import { statSync } from "node:fs";
import { rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { namesIn } from "../home/read-file.ts";
import { groupByCall, undoneName } from "./undo-names.ts";

export interface UndoLimits {
  /** Calls made before this instant are removed. */
  readonly before: number;
  /** Of the rest the newest are kept, up to this many bytes over all workspaces. */
  readonly keepBytes: number;
}

interface KeptCall {
  readonly at: number;
  readonly bytes: number;
  readonly paths: readonly string[];
}

/** Removes undo data beyond the limits, whole calls at a time, the oldest first. */
export async function pruneUndo(folder: string, limits: UndoLimits): Promise<void> {
  const calls: KeptCall[] = [];
  const folders = (await namesIn(folder)).map((name) => join(folder, name));
  for (const workspaceFolder of folders) {
    const names = await namesIn(workspaceFolder);
    const present = new Set(names);
    for (const { callId, at, files } of groupByCall(names)) {
      const marks = present.has(undoneName(callId)) ? [undoneName(callId)] : [];
      const paths = [...files, ...marks].map((name) => join(workspaceFolder, name));
      calls.push({ at, paths, bytes: paths.reduce((sum, path) => sum + sizeOf(path), 0) });
    }
  }
  let kept = 0;
  for (const call of calls.toSorted((one, other) => other.at - one.at)) {
    kept += call.bytes;
    if (call.at >= limits.before && kept <= limits.keepBytes) continue;
    // The rest is older: none of it is kept in the place of one that was too large.
    for (const path of call.paths) await rm(path, { force: true });
  }
  for (const workspaceFolder of folders) await rmdir(workspaceFolder).catch(() => undefined);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
