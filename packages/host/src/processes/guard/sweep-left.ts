import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endTree } from "../local/end-tree.ts";
import { readProcessTable } from "../local/process-table.ts";
import { removeLeftFolder } from "../remove-left-folder.ts";
import { isOwnerGone, OWNER_MARK } from "./owner-mark.ts";

const LEFT_FOLDER = new RegExp(`^wield-[a-z]+-(${OWNER_MARK})(?:g\\d+)?\\.`);

/**
 * Ends what processes of ours that are gone left running, and removes their temporary folders. Their guard does that at
 * once; this is for those that were ended together with their guard.
 */
export async function sweepLeft(): Promise<void> {
  const marks = new Set((await readProcessTable()).flatMap((row) => row.marks));
  for (const mark of marks) if (isOwnerGone(mark)) await endTree({ mark });
  for (const folder of new Set([tmpdir(), "/tmp"])) {
    const names = await readdir(folder).catch(() => []);
    for (const name of leftFolders(names)) removeLeftFolder(join(folder, name));
  }
}

/** Of these names, those of owners that are gone. */
export function leftFolders(names: readonly string[]): readonly string[] {
  return names.filter((name) => {
    const owner = LEFT_FOLDER.exec(name)?.[1];
    return owner !== undefined && isOwnerGone(owner);
  });
}
