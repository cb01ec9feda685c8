import { chmodSync, mkdtempSync, readdirSync, realpathSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeLeftFolder } from "../processes/remove-left-folder.ts";

const PREFIX = "wield-sandbox-";

/** Older ones of processes that are gone are removed, in milliseconds. A process of a container may only look gone. */
const LEFT_BEHIND_MS = 24 * 60 * 60 * 1000;

/** A private folder for temporary files of one sandbox. Those that killed processes left behind go. */
export function makeTemporaryFolder(): string {
  sweep();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`)));
  chmodSync(folder, 0o700);
  return folder;
}

function sweep(): void {
  try {
    for (const name of readdirSync(tmpdir())) {
      const pid = Number(/^wield-sandbox-(\d+)-/.exec(name)?.[1]);
      if (!Number.isInteger(pid) || isRunning(pid)) continue;
      const path = join(tmpdir(), name);
      const { mtimeMs, uid } = statSync(path);
      if (uid === process.getuid?.() && Date.now() - mtimeMs > LEFT_BEHIND_MS) removeLeftFolder(path);
    }
  } catch {
    // What cannot be removed now is removed another time.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
