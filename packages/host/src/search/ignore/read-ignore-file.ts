import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import type { Held } from "../../walk/held.ts";
import { osError } from "../../walk/os-error.ts";
import { parseIgnoreRules } from "./ignore-rules.ts";
import type { IgnoreRules } from "./ignore-rules.ts";

/** More than any list of rules that somebody wrote. */
export const MOST_IGNORE_BYTES = 1024 * 1024;
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export const IGNORE_FILE = ".gitignore";

/** The rules of the ignore file in `folder`. A link, something that is no file, or one that cannot be read has none. */
export function readIgnoreFile(folder: Held): IgnoreRules | undefined {
  const text = ignoreFileText(folder);
  return text === undefined ? undefined : parseIgnoreRules(text);
}

export function ignoreFileText(folder: Held): string | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(folder.at(IGNORE_FILE), FLAGS);
    const stats = fstatSync(fd);
    if (!stats.isFile() || stats.size > MOST_IGNORE_BYTES) return undefined;
    return readFileSync(fd, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    osError(error);
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
