import { lstatSync, realpathSync, unlinkSync } from "node:fs";
import { basename, dirname, isAbsolute } from "node:path";

const OURS = /^\.wield-.*\.tmp$/s;

/**
 * Removes a temporary file that a dead process named in its intent. Only a regular file with a name of ours is
 * removed, and only where the path leads there without a link: the journal's text alone must not choose a victim.
 * True when it was removed.
 */
export function removeTemporaryFile(path: string): boolean {
  if (!isAbsolute(path) || !OURS.test(basename(path))) return false;
  try {
    const folder = dirname(path);
    if (realpathSync(folder) !== folder || !lstatSync(path).isFile()) return false;
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}
