import { randomUUID } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { fail, type Outcome, value } from "@wield/core";
import { describeFault } from "@wield/store";

const NEW_FILE_MODE = 0o600;
const NEW_FOLDER_MODE = 0o700;
const LOCK_PAUSE_MS = 5;
const LOCK_LIMIT_MS = 2_000;
const LOCK_LEFT_MS = 10_000;

export interface Replacement {
  readonly file: string;
  /** What the file held when `after` was made of it; `undefined` when there was none. */
  readonly before: string | undefined;
  readonly after: string;
}

/**
 * Puts `after` in the place of `before` in one step, keeping the file's mode and following a link to the file it
 * stands for. A crash leaves the old file or the new one. Fails with `stale` when the file changed meanwhile.
 */
export function replaceFile({ file, before, after }: Replacement): Outcome<undefined> {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: NEW_FOLDER_MODE });
    const target = before === undefined ? file : realpathSync(file);
    const mode = before === undefined ? NEW_FILE_MODE : statSync(target).mode & 0o7777;
    const temporary = `${target}.${randomUUID()}.tmp`;
    try {
      writeSynced(temporary, after, mode);
      const isReplaced = alone(target, () => {
        if (contentOf(target) !== before) return false;
        renameSync(temporary, target);
        return true;
      });
      if (!isReplaced)
        return fail("stale", `${file} was changed by somebody else meanwhile`, { hint: "try again" });
    } finally {
      rmSync(temporary, { force: true });
    }
    syncFolder(dirname(target));
    return value(undefined);
  } catch (error) {
    return fail("io_error", `${file} cannot be written: ${describeFault(error)}`);
  }
}

/**
 * Between a look at the file and the rename no other process of ours may do the same: one of two changes would be
 * lost. What is done alone takes less than a millisecond, so a lock of some seconds is one that was left behind.
 */
function alone<Result>(target: string, work: () => Result): Result | undefined {
  const lock = `${target}.lock`;
  for (let waited = 0; !take(lock); waited += LOCK_PAUSE_MS) {
    if (waited >= LOCK_LIMIT_MS) return undefined;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_PAUSE_MS);
  }
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock: string): boolean {
  try {
    closeSync(openSync(lock, "wx", NEW_FILE_MODE));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const takenAt = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    if (takenAt !== undefined && Math.abs(Date.now() - takenAt) > LOCK_LEFT_MS) rmSync(lock, { force: true });
    return false;
  }
}

function writeSynced(file: string, text: string, mode: number): void {
  const descriptor = openSync(file, "wx", mode);
  try {
    // All of it, or an error: a single write may stop short on a full disk.
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
