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
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { fail, type Outcome, value } from "@wield/core";

const NEW_FILE_MODE = 0o600;
const NEW_FOLDER_MODE = 0o700;

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
      if (contentOf(target) !== before) {
        return fail("stale", `${file} was changed by somebody else meanwhile`, { hint: "try again" });
      }
      renameSync(temporary, target);
    } finally {
      rmSync(temporary, { force: true });
    }
    syncFolder(dirname(target));
    return value(undefined);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    return fail("io_error", `${file} cannot be written: ${code}`);
  }
}

function writeSynced(file: string, text: string, mode: number): void {
  const descriptor = openSync(file, "wx", mode);
  try {
    writeSync(descriptor, text);
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
