import { createHash, hash } from "node:crypto";
import { closeSync, constants, fstatSync } from "node:fs";
import { contentHash, fileHash, MARKED_BYTES } from "../content/content-mark.ts";
import { createLineCounter } from "../content/line-counter.ts";
import { eachChunk, readBytes } from "../content/read-bytes.ts";
import { READ_FLAGS } from "../files/read-file.ts";
import type { Held } from "../walk/held.ts";
import { isOsError } from "../walk/os-error.ts";

/** What a file holds before it is changed. */
export interface Present {
  /** Nothing when there is more than may be kept. */
  readonly content?: Uint8Array;
  /** sha256 of all of it, hexadecimal. */
  readonly hash: string;
  readonly size: number;
  /** Permission bits. */
  readonly mode: number;
}

export async function readPresent(object: Held, keepBytes: number): Promise<Present> {
  return reading(object, async (fd, size) => {
    const mode = modeOf(object);
    if (size > keepBytes) return { ...(await fileHash(fd, size)), mode };
    const content = await readBytes(fd, { size, limit: keepBytes + 1 });
    // It grew while it was read.
    if (content.length > keepBytes) return { ...(await fileHash(fd, content.length)), mode };
    return { content, hash: await contentHash(content), size: content.length, mode };
  });
}

/** sha256 of what `object` holds now. */
export function presentHash(object: Held): Promise<string> {
  return reading(object, async (fd, size) => (await fileHash(fd, size)).hash);
}

/** What an append has to know of what stands before it. */
export interface PresentStart {
  readonly size: number;
  readonly hash: string;
  /** As much as a mark covers. */
  readonly head: Uint8Array;
  /** Line on which appended text begins. */
  readonly nextLine: number;
  /** sha256 of the old content with `content` behind it. */
  hashWith(content: Uint8Array): string;
}

export function measureForAppend(object: Held): Promise<PresentStart> {
  return reading(object, async (fd, said) => {
    const sum = createHash("sha256");
    const lines = createLineCounter();
    const head = new Uint8Array(Math.min(said, MARKED_BYTES));
    let size = 0;
    await eachChunk(fd, said, (chunk) => {
      sum.update(chunk);
      lines.add(chunk);
      if (size < head.length) head.set(chunk.subarray(0, head.length - size), size);
      size += chunk.length;
    });
    return {
      size,
      hash: sum.copy().digest("hex"),
      head: head.subarray(0, Math.min(size, head.length)),
      nextLine: lines.ended() + 1,
      hashWith: (content) => sum.copy().update(content).digest("hex"),
    };
  });
}

/**
 * Throws the system's error when this process may not write to `object`: a rename would replace even a
 * file that is closed to it. A program that runs cannot be opened for writing but may be replaced.
 */
export function assertWritable(object: Held): void {
  try {
    closeSync(object.open(constants.O_WRONLY | (constants.O_NONBLOCK ?? 0)));
  } catch (error) {
    if (!isOsError(error, "ETXTBSY")) throw error;
  }
}

export function modeOf(object: Held): number {
  return Number(object.stats.mode) & 0o7777;
}

/** The mark of new content whose whole hash is known. */
export function markOfNew(content: Uint8Array, wholeHash: string): string {
  const sum =
    content.length <= MARKED_BYTES ? wholeHash : hash("sha256", content.subarray(0, MARKED_BYTES), "hex");
  return `${content.length}:${sum}`;
}

async function reading<Result>(
  object: Held,
  use: (fd: number, size: number) => Promise<Result>,
): Promise<Result> {
  const fd = object.open(READ_FLAGS);
  try {
    return await use(fd, Number(fstatSync(fd, { bigint: true }).size));
  } finally {
    closeSync(fd);
  }
}
