import { constants } from "node:os";

/** What the C library says in its own language for the errors that matter to files. */
const CODES: ReadonlyMap<string, string> = new Map([
  ["Permission denied", "EACCES"],
  ["Operation not permitted", "EPERM"],
  ["No such file or directory", "ENOENT"],
  // Of shells that have words of their own for it.
  ["No such file", "ENOENT"],
  ["no such file", "ENOENT"],
  ["Directory nonexistent", "ENOENT"],
  ["nonexistent directory", "ENOENT"],
  ["Not a directory", "ENOTDIR"],
  ["Is a directory", "EISDIR"],
  ["File exists", "EEXIST"],
  ["File name too long", "ENAMETOOLONG"],
  ["Filename too long", "ENAMETOOLONG"],
  ["Too many levels of symbolic links", "ELOOP"],
  ["Symbolic link loop", "ELOOP"],
  ["No space left on device", "ENOSPC"],
  ["Disk quota exceeded", "EDQUOT"],
  ["Read-only file system", "EROFS"],
  ["Input/output error", "EIO"],
  ["I/O error", "EIO"],
  ["Text file busy", "ETXTBSY"],
  ["Device or resource busy", "EBUSY"],
  ["Resource busy", "EBUSY"],
  ["Invalid cross-device link", "EXDEV"],
  ["Cross-device link", "EXDEV"],
  ["Stale file handle", "ESTALE"],
  ["File too large", "EFBIG"],
  ["Too many links", "EMLINK"],
  ["Operation not supported", "ENOTSUP"],
  ["Not supported", "ENOTSUP"],
  ["Function not implemented", "ENOSYS"],
  ["Invalid argument", "EINVAL"],
]);

/** An error of the system there, from the words a program told it with: the same one this system would give. */
export function remoteError(said: string): NodeJS.ErrnoException {
  // Scripts of ours put `io` before what the system said.
  const words = said.trim().replace(/^io(?: |$)/, "");
  const reason = words.slice(words.lastIndexOf(": ") + 1).trim();
  const code = CODES.get(reason);
  const number =
    code === undefined ? undefined : Object.entries(constants.errno).find(([name]) => name === code)?.[1];
  return Object.assign(new Error(reason === "" ? "it failed without a reason" : reason), {
    code: code ?? "EIO",
    ...(number === undefined ? {} : { errno: -number }),
  });
}
