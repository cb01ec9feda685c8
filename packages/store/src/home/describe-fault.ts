import { messageOf } from "@wield/core";
const WORDS = new Map([
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk quota is used up"],
  ["EFBIG", "the largest allowed file size is reached"],
  ["EROFS", "the file system is read-only"],
  ["EACCES", "permission is denied"],
  ["EPERM", "permission is denied"],
  ["ENOENT", "the folder is gone"],
  ["ENOTDIR", "a file stands where a folder is expected"],
  ["EEXIST", "a file stands where a folder is expected"],
  ["EISDIR", "a folder stands where a file is expected"],
  ["ELOOP", "a link stands where a file is expected"],
  ["EIO", "the disk reports an error"],
  ["EMFILE", "too many files are open"],
  ["ENFILE", "too many files are open"],
]);

/** The code of a system error, such as `ENOSPC`. */
export function faultCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** A file system error in plain words, without a path. */
export function describeFault(error: unknown): string {
  const code = faultCode(error);
  return (code !== undefined && WORDS.get(code)) || messageOf(error);
}
