import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { faultCode } from "../home/describe-fault.ts";
import { isAbandoned } from "../home/durable-file.ts";
import type { HomeLayout } from "../home/home-layout.ts";

/** Removes what processes that were killed while they saved something left beside its place. */
export async function removeAbandoned(layout: HomeLayout): Promise<void> {
  const { approvals, rules, todos, trust, undo } = layout;
  for (const folder of [approvals, rules, todos, trust, undo]) {
    for (const name of await namesBelow(folder)) {
      if (isAbandoned(basename(name))) await rm(join(folder, name), { force: true });
    }
  }
}

async function namesBelow(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder, { recursive: true });
  } catch (error) {
    // What stands in a folder's place is told by the one who needs the folder.
    if (["ENOENT", "ENOTDIR"].includes(faultCode(error) ?? "")) return [];
    throw error;
  }
}
