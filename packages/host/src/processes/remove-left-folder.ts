import { chmodSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Removes a folder that commands wrote to, whatever rights they left in it. Never throws: what cannot be removed now
 * goes with a later start.
 */
export function removeLeftFolder(path: string): void {
  if (isRemoved(path)) return;
  giveRights(path);
  isRemoved(path);
}

function isRemoved(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

/** Links are not followed: a name that is one is no folder to `readdir`. */
function giveRights(folder: string): void {
  try {
    chmodSync(folder, 0o700);
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) giveRights(join(folder, entry.name));
  } catch {
    // It is somebody else's, or went away by itself.
  }
}
