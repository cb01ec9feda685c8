import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Every file and folder under a folder, by absolute path. */
function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
}

/** The files under a folder that hold this text anywhere in their bytes. */
export function filesHolding(folder: string, text: string): readonly string[] {
  return filesUnder(folder).filter((path) => lstatSync(path).isFile() && readFileSync(path).includes(text));
}

/** Files that others may read and folders that others may enter. The mode of a link means nothing. */
export function openToOthers(folder: string): readonly string[] {
  return filesUnder(folder).filter((path) => {
    const there = lstatSync(path);
    return !there.isSymbolicLink() && (there.mode & 0o077) !== 0;
  });
}
