import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const OURS = /^\.wield-(.+)-\d+\.tmp$/s;

export interface TemporaryFile {
  /** Absolute. */
  readonly path: string;
  /** The call its name tells. */
  readonly callId: string;
  readonly inode: number;
}

/** Every temporary file of a call below the folder. */
export function temporaryFiles(folder: string): readonly TemporaryFile[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    const match = OURS.exec(name.slice(name.lastIndexOf("/") + 1));
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return match?.[1] === undefined || stats === undefined
      ? []
      : [{ path, callId: `call_${match[1]}`, inode: stats.ino }];
  });
}

/** sha256 of a file's bytes; `null` when there is none. */
export function hashOfFile(path: string): string | null {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("hex");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Paths of all `.txt` files below a folder of the workspace, relative to the workspace. */
export function textFiles(workspace: string, folder: string): readonly string[] {
  return readdirSync(join(workspace, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".txt"))
    .map((entry) => relative(workspace, join(entry.parentPath, entry.name)));
}

/** Names in a folder, none when it is not there. */
export function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
