import type { ImageBlock } from "../contract/result.ts";
import { readImageHeader } from "./image-header.ts";

/** In the form it is sent, which is base64: four characters for three bytes. */
const MOST_SENT_BYTES = 5 * 1024 * 1024;

const LONGEST_SIDE = 8000;

/** Images that a model can take, by their bytes; what is left out is noted. */
export function checkBlocks(blocks: readonly ImageBlock[]): {
  readonly kept: readonly ImageBlock[];
  readonly notes: readonly string[];
} {
  const kept: ImageBlock[] = [];
  const notes: string[] = [];
  for (const { mediaType, bytes } of blocks) {
    const header = readImageHeader(bytes);
    const why = whyNot(bytes, header);
    if (header === undefined || why !== undefined) notes.push(`left out an image (${mediaType}): ${why}`);
    else kept.push({ type: "image", mediaType: header.mediaType, bytes });
  }
  return { kept, notes };
}

function whyNot(bytes: Uint8Array, header: ReturnType<typeof readImageHeader>): string | undefined {
  if (header === undefined) return "its bytes are no PNG, JPEG, GIF or WebP";
  if (header.size === undefined) return "it is damaged: its header has no size";
  const { width, height } = header.size;
  if (Math.max(width, height) > LONGEST_SIDE)
    return `it has ${width}×${height} pixels; at most ${LONGEST_SIDE} are sent on the longer side`;
  if (Math.ceil(bytes.length / 3) * 4 > MOST_SENT_BYTES)
    return `it has ${bytes.length} bytes; at most 5 MB of base64 are sent`;
  return undefined;
}
