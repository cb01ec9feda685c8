import { read as readWithCallback, readSync } from "node:fs";
import { promisify } from "node:util";

const read = promisify(readWithCallback);

/** Up to here one synchronous call is far cheaper than a trip to the thread pool. */
export const SMALL_BYTES = 256 * 1024;
export const CHUNK_BYTES = 1024 * 1024;

export interface ReadBytesOptions {
  /** What the file is said to hold; it may hold more or less. */
  readonly size: number;
  /** Most bytes to read. */
  readonly limit: number;
}

/** The bytes of an open file from its start to its end or to `limit`, read in pieces when there are many. */
export async function readBytes(fd: number, options: ReadBytesOptions): Promise<Uint8Array> {
  const { limit } = options;
  // One more than the size, so that the end is seen without growing.
  let buffer = new Uint8Array(Math.min(limit, options.size + 1));
  const isSmall = buffer.length <= SMALL_BYTES;
  let filled = 0;
  while (filled < limit) {
    if (filled === buffer.length) buffer = grown(buffer, limit);
    const wanted = Math.min(buffer.length - filled, CHUNK_BYTES);
    const count = isSmall
      ? readSync(fd, buffer, filled, wanted, filled)
      : (await read(fd, buffer, filled, wanted, filled)).bytesRead;
    filled += count;
    // A read that stopped short where the file is said to end has seen its end.
    if (count === 0 || (count < wanted && filled === options.size)) break;
  }
  return buffer.subarray(0, filled);
}

/** Hands over an open file's bytes piece by piece; the piece is reused for the next. */
export async function eachChunk(fd: number, size: number, take: (chunk: Uint8Array) => void): Promise<void> {
  const isSmall = size <= SMALL_BYTES;
  const buffer = new Uint8Array(isSmall ? size + 1 : CHUNK_BYTES);
  let position = 0;
  for (;;) {
    const count = isSmall
      ? readSync(fd, buffer, 0, buffer.length, position)
      : (await read(fd, buffer, 0, buffer.length, position)).bytesRead;
    if (count === 0) return;
    position += count;
    take(buffer.subarray(0, count));
  }
}

function grown(buffer: Uint8Array, limit: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.min(limit, Math.max(buffer.length * 2, 4096)));
  larger.set(buffer);
  return larger;
}
