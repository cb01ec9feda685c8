import { fsync as fsyncWithCallback, ftruncateSync, write as writeWithCallback, writeSync } from "node:fs";
import { promisify } from "node:util";
import { CHUNK_BYTES, SMALL_BYTES } from "./read-bytes.ts";

const write = promisify(writeWithCallback);
const fsync = promisify(fsyncWithCallback);

/** Writes all of `content` to a new, empty file; stops between pieces when `signal` is aborted. */
export async function writeNew(fd: number, content: Uint8Array, signal: AbortSignal): Promise<void> {
  if (content.length <= SMALL_BYTES) {
    writeAllSync(fd, content, 0);
    return;
  }
  let position = 0;
  while (position < content.length && !signal.aborted) {
    const length = Math.min(CHUNK_BYTES, content.length - position);
    position += (await write(fd, content, position, length, position)).bytesWritten;
  }
}

/**
 * Replaces an open file's content where it stands, without giving way in between. What is longer than
 * before is written first: when there is no room for it the file is cut back and is as it was.
 */
export function overwriteSync(fd: number, content: Uint8Array, oldSize: number): void {
  if (content.length > oldSize) {
    try {
      writeAllSync(fd, content.subarray(oldSize), oldSize);
    } catch (error) {
      ftruncateSync(fd, oldSize);
      throw error;
    }
  }
  writeAllSync(fd, content.subarray(0, oldSize), 0);
  ftruncateSync(fd, content.length);
}

/**
 * Waits, off the event loop, until an open file or folder is on disk. Syncs that are asked for at once cost little more
 * than one: the file system brings them to disk together.
 */
export const syncOpen: (fd: number) => Promise<void> = fsync;

function writeAllSync(fd: number, content: Uint8Array, at: number): void {
  let done = 0;
  while (done < content.length) done += writeSync(fd, content, done, content.length - done, at + done);
}
