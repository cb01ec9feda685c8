import type { ImageBlock } from "../contract/result.ts";

const MOST_BYTES = 5 * 1024 * 1024;

const SIGNATURES: readonly {
  readonly mediaType: string;
  readonly matches: (bytes: Uint8Array) => boolean;
}[] = [
  { mediaType: "image/png", matches: (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47]) },
  { mediaType: "image/jpeg", matches: (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]) },
  { mediaType: "image/gif", matches: (bytes) => startsWith(bytes, [0x47, 0x49, 0x46, 0x38]) },
  {
    mediaType: "image/webp",
    matches: (bytes) =>
      startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes.subarray(8), [0x57, 0x45, 0x42, 0x50]),
  },
];

/** Images that a model can take, by their bytes; what is left out is noted. */
export function checkBlocks(blocks: readonly ImageBlock[]): {
  readonly kept: readonly ImageBlock[];
  readonly notes: readonly string[];
} {
  const kept: ImageBlock[] = [];
  const notes: string[] = [];
  for (const block of blocks) {
    const found = SIGNATURES.find((signature) => signature.matches(block.bytes));
    if (found === undefined)
      notes.push(`left out an image: its bytes are no PNG, JPEG, GIF or WebP (${block.mediaType})`);
    else if (block.bytes.length > MOST_BYTES)
      notes.push(`left out an image of ${block.bytes.length} bytes: at most 5 MB are sent`);
    else kept.push({ type: "image", mediaType: found.mediaType, bytes: block.bytes });
  }
  return { kept, notes };
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
