import { closeSync, openSync, readSync } from "node:fs";
import { fail, value } from "@wield/core";
import type { Outcome } from "@wield/core";
import { describeFault } from "@wield/store";

/** More than any parameter takes; a device can be endless. */
const MAX_BYTES = 256 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;

/** The bytes of a file as text, a byte-order mark too; a pipe is read to its end. Fails with `wrong_usage`. */
export function readTextFile(path: string): Outcome<string> {
  try {
    const bytes = readBounded(path);
    if (bytes === undefined)
      return fail("wrong_usage", `${path} has more than ${MAX_BYTES} bytes, which no parameter takes`);
    return value(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return fail("wrong_usage", `${path} is not UTF-8 text`);
    return fail(
      "wrong_usage",
      code === "ENOENT" ? `there is no file ${path}` : `${path} cannot be read: ${describeFault(error)}`,
    );
  }
}

/** Nothing when there is more than may be. */
function readBounded(path: string): Uint8Array | undefined {
  const descriptor = openSync(path, "r");
  try {
    const chunks: Uint8Array[] = [];
    for (let total = 0; total <= MAX_BYTES;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const count = readSync(descriptor, chunk, 0, CHUNK_BYTES, null);
      if (count === 0) return Buffer.concat(chunks, total);
      chunks.push(chunk.subarray(0, count));
      total += count;
    }
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}
