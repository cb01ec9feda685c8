import type { Writable } from "node:stream";

/** Resolves when the bytes were taken: false when nobody reads them any more. */
export function writeTo(stream: Writable, bytes: Uint8Array | string): Promise<boolean> {
  return new Promise((resolve) => {
    if (!stream.writable) resolve(false);
    else stream.write(bytes, (error) => resolve(error === null || error === undefined));
  });
}
