import { closeSync, constants, mkdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { syncOpen } from "../content/write-bytes.ts";
import type { Held, Holder } from "../walk/held.ts";
import { isOsError, osError } from "../walk/os-error.ts";

const NEW_FOLDER_MODE = 0o755;

/** Folders made for a new file. Removed again when let go, unless they are kept. */
export interface Parents extends Disposable {
  /** The innermost one, or the folder there was when none had to be made. */
  readonly folder: Held;
  /** Real paths of those made, outermost first. */
  readonly made: readonly string[];
  /** Resolves once their names are on disk, as far as they can be brought there. */
  keep(): Promise<void>;
}

/** Makes `names` one below the other, starting in `outer`. Each is held before the next is made in it. */
export function makeParents(holder: Holder, outer: Held, names: readonly string[]): Parents {
  const steps: {
    readonly above: Held;
    readonly name: string;
    readonly isMade: boolean;
    readonly folder: Held;
  }[] = [];
  const made: string[] = [];
  let isKept = false;
  const letGo = (): void => {
    for (const { above, name, isMade, folder } of steps.toReversed()) {
      if (isMade && !isKept) removeEmpty(above.at(name));
      folder[Symbol.dispose]();
    }
  };
  let folder = outer;
  try {
    for (const name of names) {
      const isMade = makeFolder(folder.at(name));
      const inner = holdFolder(holder, folder.at(name));
      steps.push({ above: folder, name, isMade, folder: inner });
      if (isMade) made.push(join(folder.real() ?? "", name));
      folder = inner;
    }
  } catch (error) {
    letGo();
    throw error;
  }
  return {
    folder,
    made,
    async keep() {
      isKept = true;
      await Promise.all(steps.filter(({ isMade }) => isMade).map(({ above }) => syncFolder(above)));
    },
    [Symbol.dispose]: letGo,
  };
}

/**
 * Waits until the names in `folder` are on disk. Returns the system's error where a folder cannot be
 * synced: the change is made all the same.
 */
export async function syncFolder(folder: Held): Promise<NodeJS.ErrnoException | undefined> {
  if (process.platform === "win32") return undefined;
  try {
    const fd = folder.open(constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      await syncOpen(fd);
    } finally {
      closeSync(fd);
    }
    return undefined;
  } catch (error) {
    return isOsError(error, "EINVAL", "ENOTSUP") ? undefined : osError(error);
  }
}

/** False when somebody else was quicker. */
function makeFolder(path: string): boolean {
  try {
    mkdirSync(path, NEW_FOLDER_MODE);
    return true;
  } catch (error) {
    if (isOsError(error, "EEXIST")) return false;
    throw error;
  }
}

function holdFolder(holder: Holder, path: string): Held {
  const folder = holder.hold(path);
  if (folder?.stats.isDirectory() === true) return folder;
  folder?.[Symbol.dispose]();
  throw Object.assign(new Error("a folder was replaced while it was made"), { code: "ESTALE" });
}

function removeEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch (error) {
    // Somebody put something into it, or removed it.
    osError(error);
  }
}
