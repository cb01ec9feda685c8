import { fail, value } from "../contract/result.ts";
import type { FailedResult, Outcome } from "../contract/result.ts";
import { guessContent } from "./guess-content.ts";
import { firstInvalidUtf16, firstInvalidUtf8 } from "./invalid-offset.ts";

/** How a text file's bytes stand for its characters. */
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be";

/** What has to be kept of a file's form when its text is replaced. */
export interface TextForm {
  readonly encoding: TextEncoding;
  readonly hasBom: boolean;
}

export interface DecodedText extends TextForm {
  /** Without the byte-order mark. */
  readonly text: string;
}

export interface DecodeOptions {
  /** Names the file in the failure; default `the content`. */
  readonly path?: string;
  /** The bytes are only the start of the file: up to 3 bytes of a cut character are dropped. */
  readonly isCapped?: boolean;
  /** Size of the whole file in bytes, for the failure; default the length of `bytes`. */
  readonly totalBytes?: number;
}

const BOMS: Readonly<Record<TextEncoding, readonly number[]>> = {
  "utf-8": [0xef, 0xbb, 0xbf],
  "utf-16le": [0xff, 0xfe],
  "utf-16be": [0xfe, 0xff],
};

/**
 * The text of a file: UTF-8 with or without a byte-order mark, or UTF-16 with one. NUL is a character
 * like others. Anything else fails as `binary`, naming the first bad byte, its offset and a guess;
 * nothing is ever replaced, so `encodeText` of the result gives the same bytes.
 */
export function decodeText(bytes: Uint8Array, options: DecodeOptions = {}): Outcome<DecodedText> {
  const form = formOf(bytes);
  if (form === "utf-32") return notText(bytes, 0, options);
  const start = form.hasBom ? BOMS[form.encoding].length : 0;
  const content = bytes.subarray(start);
  const text = decodeWhole(content, form.encoding);
  if (text !== undefined) return value({ text, ...form });

  const bad =
    form.encoding === "utf-8"
      ? firstInvalidUtf8(content)
      : firstInvalidUtf16(content, form.encoding === "utf-16le");
  if (bad === undefined) throw new Error(`${form.encoding} was refused without a bad byte`);
  if (options.isCapped === true && bad.isCutShort) {
    const whole = decodeWhole(content.subarray(0, bad.offset), form.encoding);
    if (whole !== undefined) return value({ text: whole, ...form });
  }
  return notText(bytes, start + bad.offset, options);
}

/** The bytes of `text` in a file's form. Half a surrogate pair becomes U+FFFD. */
export function encodeText(text: string, form: TextForm): Uint8Array {
  const bom = form.hasBom ? BOMS[form.encoding] : [];
  if (form.encoding === "utf-8") {
    const body = new TextEncoder().encode(text);
    if (bom.length === 0) return body;
    const bytes = new Uint8Array(bom.length + body.length);
    bytes.set(bom);
    bytes.set(body, bom.length);
    return bytes;
  }
  const wellFormed = text.toWellFormed();
  const bytes = new Uint8Array(bom.length + wellFormed.length * 2);
  bytes.set(bom);
  const view = new DataView(bytes.buffer, bom.length);
  const isLittleEndian = form.encoding === "utf-16le";
  for (let index = 0; index < wellFormed.length; index += 1) {
    view.setUint16(index * 2, wellFormed.charCodeAt(index), isLittleEndian);
  }
  return bytes;
}

function formOf(bytes: Uint8Array): TextForm | "utf-32" {
  if (startsWith(bytes, BOMS["utf-8"])) return { encoding: "utf-8", hasBom: true };
  if (startsWith(bytes, BOMS["utf-16le"])) {
    return isUtf32le(bytes) ? "utf-32" : { encoding: "utf-16le", hasBom: true };
  }
  if (startsWith(bytes, BOMS["utf-16be"])) return { encoding: "utf-16be", hasBom: true };
  return { encoding: "utf-8", hasBom: false };
}

/** `FF FE 00 00` begins UTF-32 as well as a UTF-16 text whose first character is NUL: all units decide. */
function isUtf32le(bytes: Uint8Array): boolean {
  if (bytes.length < 8 || bytes[2] !== 0 || bytes[3] !== 0) return false;
  const end = Math.min(bytes.length - 3, 4096);
  for (let index = 0; index < end; index += 4) {
    if (bytes[index + 3] !== 0 || (bytes[index + 2] ?? 0) > 0x10) return false;
  }
  return true;
}

function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return prefix.every((byte, index) => bytes[index] === byte);
}

function decodeWhole(bytes: Uint8Array, encoding: TextEncoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function notText(bytes: Uint8Array, offset: number, options: DecodeOptions): FailedResult {
  const byte = (bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, "0");
  const size =
    options.totalBytes === undefined && options.isCapped === true
      ? `more than ${bytes.length} bytes`
      : `${options.totalBytes ?? bytes.length} bytes`;
  const what = options.path ?? "the content";
  return fail(
    "binary",
    `${what} is binary or not UTF-8: byte 0x${byte} at offset ${offset} (looks like ${guessContent(bytes)}, ${size})`,
  );
}
