import { createHash, hash } from "node:crypto";
import type { ContentMark } from "@wield/core";
import { CHUNK_BYTES, eachChunk } from "./read-bytes.ts";

/** How much of a file its mark covers: what read_file reads at most. */
export const MARKED_BYTES = 409_600;

/** `head` holds the content's first bytes, at least as many as a mark covers when there are so many. */
export function contentMark(size: number, head: Uint8Array): ContentMark {
  return `${size}:${hash("sha256", head.subarray(0, MARKED_BYTES), "hex")}`;
}

/** sha256 in hexadecimal, giving way between pieces of large content. */
export async function contentHash(content: Uint8Array): Promise<string> {
  if (content.length <= CHUNK_BYTES) return hash("sha256", content, "hex");
  const sum = createHash("sha256");
  for (let at = 0; at < content.length; at += CHUNK_BYTES) {
    sum.update(content.subarray(at, at + CHUNK_BYTES));
    await nextTurn();
  }
  return sum.digest("hex");
}

/** Size and sha256 of all an open file holds. `sizeHint` decides how it is read. */
export async function fileHash(fd: number, sizeHint: number): Promise<{ size: number; hash: string }> {
  const sum = createHash("sha256");
  let size = 0;
  await eachChunk(fd, sizeHint, (chunk) => {
    sum.update(chunk);
    size += chunk.length;
  });
  return { size, hash: sum.digest("hex") };
}

/** Lets everything else that waits run first. */
export function nextTurn(): Promise<void> {
  return new Promise((resume) => {
    setImmediate(resume);
  });
}
