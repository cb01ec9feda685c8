import { readdir, readFile } from "node:fs/promises";
import { faultCode } from "./describe-fault.ts";

/** The text of a file; `undefined` when there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (faultCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** The names in a folder; none when there is no folder. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (faultCode(error) === "ENOENT") return [];
    throw error;
  }
}
