import { closeSync, constants } from "node:fs";
import { hash } from "node:crypto";
import { DEFAULT_MAX_READ_BYTES, decodeText, value } from "@wield/core";
import type { FileRead, Outcome, ReadOptions } from "@wield/core";
import { contentHash, contentMark, MARKED_BYTES } from "../content/content-mark.ts";
import { readBytes } from "../content/read-bytes.ts";
import type { Held } from "../walk/held.ts";
import { osError } from "../walk/os-error.ts";
import { ioError } from "./failures.ts";
import { openForReading } from "./open-for-reading.ts";
import { notUsableAsFile } from "./open-path.ts";
import type { FilesContext } from "./open-path.ts";

/** Opening waits for nobody and makes nothing the terminal of this process. */
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

export interface ReadWithSize extends FileRead {
  /** Of the whole file, in bytes. */
  readonly size: number;
}

export async function readFile(
  context: FilesContext,
  given: string,
  options: ReadOptions = {},
): Promise<Outcome<ReadWithSize>> {
  const opening = await openForReading(context, given, options.isExact === true ? "exact file" : "file");
  if (!opening.ok) return opening;
  using opened = opening.value.opened;
  const { object, notes } = opening.value;
  const refusal = notUsableAsFile("read", opened.path, object);
  if (refusal !== undefined) return refusal;
  try {
    const content = await readContent(object, options.maxBytes ?? DEFAULT_MAX_READ_BYTES);
    for (const name of [given, opened.path.display]) context.reached.set(name, opened.path.real);
    return value({ path: opened.path.display, ...content, notes });
  } catch (error) {
    return ioError("read", opened.path.display, osError(error));
  }
}

export async function readText(
  context: FilesContext,
  given: string,
  options?: ReadOptions,
): Promise<Outcome<string>> {
  const read = await readFile(context, given, options);
  return read.ok ? textOf(read.value) : read;
}

export function textOf({ path, bytes, isCapped, size }: ReadWithSize): Outcome<string> {
  const decoded = decodeText(bytes, { path, isCapped, totalBytes: size });
  return decoded.ok ? value(decoded.value.text) : decoded;
}

async function readContent(object: Held, maxBytes: number) {
  const fd = object.open(READ_FLAGS);
  try {
    const said = Number(object.stats.size);
    // One byte more tells whether there is more; a mark needs its own share even of a short read.
    const read = await readBytes(fd, { size: said, limit: Math.max(maxBytes + 1, MARKED_BYTES) });
    return await contentAsRead(read, { said, maxBytes });
  } finally {
    closeSync(fd);
  }
}

/** `bytes` and what is told of them; `read` holds one byte more than `maxBytes` where there are more, and a mark's share. */
export async function contentAsRead(
  read: Uint8Array,
  { said, maxBytes }: { readonly said: number; readonly maxBytes: number },
) {
  const isCapped = read.length > maxBytes;
  const bytes = isCapped ? read.subarray(0, maxBytes) : read;
  const size = isCapped ? Math.max(said, read.length) : read.length;
  if (read.length <= MARKED_BYTES && !isCapped) {
    const sum = hash("sha256", read, "hex");
    return { bytes, isCapped, size, mark: `${size}:${sum}`, hash: sum };
  }
  return { bytes, isCapped, size, mark: contentMark(size, read), hash: await contentHash(bytes) };
}
