const MARKS: readonly (readonly [offset: number, mark: string])[] = [
  [0, "\x89PNG\r\n\x1a\n"],
  [0, "\xff\xd8\xff"],
  [0, "GIF8"],
  [8, "WEBP"],
  [0, "BM"],
];

/** By the first bytes: PNG, JPEG, GIF, WebP, BMP. */
export function isImage(bytes: Uint8Array): boolean {
  return MARKS.some(([offset, mark]) =>
    [...mark].every((character, index) => bytes[offset + index] === character.charCodeAt(0)),
  );
}
