import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

export interface FileHead {
  readonly bytes: Buffer;
  /** Of the file, in bytes. */
  readonly size: number;
}

/**
 * The first `mostBytes` of a file. Throws what the file system throws, and for what is no regular file: a pipe would
 * keep its reader waiting, and a device never ends.
 */
export function readRegularFile(path: string, mostBytes: number): FileHead {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const facts = fstatSync(fd);
    if (!facts.isFile()) throw new Error("no regular file");
    const buffer = Buffer.alloc(mostBytes);
    let length = 0;
    for (let read = -1; read !== 0 && length < mostBytes; length += read) {
      read = readSync(fd, buffer, length, mostBytes - length, length);
    }
    return { bytes: buffer.subarray(0, length), size: facts.size };
  } finally {
    closeSync(fd);
  }
}
