import { chmodSync, closeSync, constants, openSync, readlinkSync, realpathSync, rmdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { defineService, value } from "@wield/core";
import type { FolderActs } from "@wield/app";
import type { CallScope, Outcome, PathResolver, ServiceProvider } from "@wield/core";

/** What taking back needs besides files: folders that a change made, and the mode a file had. */
export interface Restoring {
  /** Removes a folder when nothing is in it. False when it is gone, holds something, or is no folder. */
  removeEmptyFolder(path: string): Promise<Outcome<boolean>>;
  /** Gives a file its permission bits back. False when that could not be done. */
  setMode(path: string, mode: number): Promise<Outcome<boolean>>;
}

export const Restoring = defineService<Restoring>()("restoring");

/** Judges each use like the files service: the path is resolved and shown to the call's scope first. */
export function restoringService(
  resolver: PathResolver,
  acts: FolderActs = LOCAL_ACTS,
): ServiceProvider<Restoring> {
  return { token: Restoring, open: (scope) => openRestoring(scope, resolver, acts) };
}

const LOCAL_ACTS: FolderActs = {
  removeEmptyFolder: async (path) => value(inFolder(path, (place) => rmdirSync(place))),
  setMode: async (path, mode) => value(inFolder(path, (place) => chmodSync(place, mode & 0o777))),
};

function openRestoring(scope: CallScope, resolver: PathResolver, acts: FolderActs): Restoring {
  const { files } = scope;
  return {
    async removeEmptyFolder(path) {
      const resolved = await resolver.resolve(path, files.workspace);
      if ("status" in resolved) return resolved;
      if (resolved.real !== path || !resolved.exists) return value(false);
      const refusal = files.judge("delete", resolved);
      return refusal ?? acts.removeEmptyFolder(path);
    },
    async setMode(path, mode) {
      const resolved = await resolver.resolve(path, files.workspace);
      if ("status" in resolved) return resolved;
      if (resolved.real !== path || !resolved.exists) return value(false);
      const refusal = files.judge("write", resolved);
      return refusal ?? acts.setMode(path, mode);
    },
  };
}

/** Acts on a name in the folder that was looked at, wherever a link swapped in meanwhile would lead. */
function inFolder(path: string, act: (place: string) => void): boolean {
  const folder = dirname(path);
  try {
    if (process.platform !== "linux") {
      if (realpathSync(folder) !== folder) return false;
      act(path);
      return true;
    }
    const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      if (readlinkSync(`/proc/self/fd/${fd}`) !== folder) return false;
      act(`/proc/self/fd/${fd}/${basename(path)}`);
      return true;
    } finally {
      closeSync(fd);
    }
  } catch {
    return false;
  }
}
