import { realpathSync } from "node:fs";
import { basename, dirname, join, posix, resolve } from "node:path";
import type { UndoRecord } from "@wield/core";
import type { UndoTarget } from "./undo-plan.ts";

export interface TargetOptions {
  readonly records: readonly UndoRecord[];
  /** What a relative path is relative to: the current folder, and the workspace. */
  readonly bases: readonly string[];
  /** The folder of the work, when that is not on this machine: then a path is one there. */
  readonly elsewhere?: string;
}

const CALL_ID = /^call_[0-9A-Za-z_-]+$/;

/** What `wield undo ARG` means: a call by its id or the beginning of one, else a path. */
export function undoTarget(given: string, { records, bases, elsewhere }: TargetOptions): UndoTarget {
  if (CALL_ID.test(given)) return { kind: "call", callId: given };
  const places =
    elsewhere === undefined
      ? bases.map((base) => realPathOf(resolve(base, given)))
      : [posix.resolve(elsewhere, given)];
  const changed = (place: string): boolean =>
    records.some(({ changes }) => changes.some(({ real }) => real === place || real.startsWith(`${place}/`)));
  return { kind: "path", real: places.find(changed) ?? places[0] ?? given, shown: given };
}

/** With links resolved, as far as it exists: the file may have been deleted. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}
