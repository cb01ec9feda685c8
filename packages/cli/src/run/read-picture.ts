import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { fail, value } from "@wield/core";
import type { ImageBlock, Outcome } from "@wield/core";
import { describeFault } from "@wield/store";

/** Of the base64 form, as providers count it. */
const MOST_BYTES = Math.floor((5 * 1024 * 1024 * 3) / 4);

/** How files of each kind begin. */
const MARKS: readonly (readonly [string, (bytes: Uint8Array) => boolean])[] = [
  ["image/png", (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ["image/jpeg", (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff])],
  ["image/gif", (bytes) => startsWith(bytes, [0x47, 0x49, 0x46, 0x38])],
  [
    "image/webp",
    (bytes) =>
      startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes.subarray(8), [0x57, 0x45, 0x42, 0x50]),
  ],
];

/**
 * A picture the person sends along, relative to `base`. The kind is told by content. Fails with `not_an_image`,
 * `image_too_large`, `unreadable`.
 */
export async function readPicture(path: string, base: string): Promise<Outcome<ImageBlock>> {
  try {
    // Nothing waits for the writer of a pipe.
    const file = await open(resolve(base, path), constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const facts = await file.stat();
      if (!facts.isFile()) return fail("not_an_image", `${path} is no file`);
      if (facts.size > MOST_BYTES)
        return fail("image_too_large", `${path} has ${facts.size} bytes; ${MOST_BYTES} is the most`);
      const bytes = new Uint8Array(await file.readFile());
      const kind = MARKS.find(([, fits]) => fits(bytes))?.[0];
      if (kind === undefined)
        return fail("not_an_image", `${path} is no PNG, JPEG, GIF or WebP picture`, {
          hint: "name other files in the text; the model reads them.",
        });
      return value({ type: "image", mediaType: kind, bytes });
    } finally {
      await file.close();
    }
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    return fail(
      "unreadable",
      isMissing ? `there is no file ${path}` : `${path} cannot be read: ${describeFault(error)}`,
    );
  }
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}
