import { fail } from "@wield/core";
import type { FailedResult, FileAccess } from "@wield/core";
import type { ObjectStats } from "./object-stats.ts";
import { isOsError, osReason } from "../walk/os-error.ts";

export function noSuchFile(access: FileAccess, display: string, hint?: string): FailedResult {
  return fail(
    "no_such_file",
    `cannot ${access} ${display}: no such file or directory`,
    hint === undefined ? {} : { hint },
  );
}

export function isDirectory(access: FileAccess, display: string): FailedResult {
  return fail("is_directory", `${display} is a directory, not a file`, {
    hint: access === "read" ? "use list_files to see what is in it" : "give a file path",
  });
}

export function notADirectory(display: string): FailedResult {
  return fail("not_a_directory", `${display} is a file, not a directory`, {
    hint: "use read_file to see its content",
  });
}

export function notAFile(display: string, stats: ObjectStats): FailedResult {
  return fail("not_a_file", `${display} is not a regular file but ${kindInWords(stats)}`, {
    hint: "give the path of a regular file",
  });
}

/** For an answer of the operating system that has no code of its own. */
export function ioError(access: FileAccess, display: string, error: NodeJS.ErrnoException): FailedResult {
  if (isOsError(error, "ENOENT")) return noSuchFile(access, display);
  if (isOsError(error, "EISDIR")) return isDirectory(access, display);
  return fail("io_error", `cannot ${access} ${display}: ${osReason(error)}`);
}

export function cancelled(access: FileAccess, display: string): FailedResult {
  return fail("cancelled", `the call ended before it could ${access} ${display}`);
}

function kindInWords(stats: ObjectStats): string {
  if (stats.isFIFO()) return "a FIFO (named pipe)";
  if (stats.isSocket()) return "a socket";
  if (stats.isCharacterDevice() || stats.isBlockDevice()) return "a device";
  return "something else";
}
