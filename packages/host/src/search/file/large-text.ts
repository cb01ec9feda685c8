import { isUtf8 } from "node:buffer";
import { read as readWithCallback } from "node:fs";
import { promisify } from "node:util";
import { CHUNK_BYTES } from "../../content/read-bytes.ts";
import {
  addEndings,
  hasUtf16Mark,
  isCrText,
  noEndings,
  replaceEndings,
  utf8MarkLength,
} from "../text/normal-text.ts";

const read = promisify(readWithCallback);
const LF = 0x0a;
const CR = 0x0d;

/** What has to be known of a file that is too large to be held before its lines can be told. */
export interface LargeText {
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be";
  /** Bytes before the content. */
  readonly markLength: number;
  readonly hasCr: boolean;
  readonly isCrEnd: boolean;
}

/** Reads all of a file once. Nothing when it is no text. OS errors are thrown. */
export async function examineLargeText(fd: number, signal: AbortSignal): Promise<LargeText | undefined> {
  const { encoding, markLength } = await formOf(fd);
  const endings = noEndings();
  const decoder = encoding === "utf-8" ? undefined : new TextDecoder(encoding, { fatal: true });
  const isWhole = createUtf8Check();
  for await (const piece of pieces(fd, markLength)) {
    if (signal.aborted) break;
    if (decoder === undefined) {
      if (!isWhole(piece)) return undefined;
      addEndings(endings, piece);
      continue;
    }
    try {
      addEndings(endings, new TextEncoder().encode(decoder.decode(piece, { stream: true })));
    } catch {
      return undefined;
    }
  }
  const hasCr = endings.cr + endings.crlf > 0 || endings.isOpen;
  return { encoding, markLength, hasCr, isCrEnd: isCrText(endings) };
}

/** The file's text as UTF-8 with one LF behind each line, piece by piece. */
export async function* largeTextPieces(fd: number, text: LargeText): AsyncGenerator<Uint8Array> {
  const decoder = text.encoding === "utf-8" ? undefined : new TextDecoder(text.encoding);
  let held = new Uint8Array(0);
  let last = LF;
  for await (const piece of pieces(fd, text.markLength)) {
    const content =
      decoder === undefined ? piece : new TextEncoder().encode(decoder.decode(piece, { stream: true }));
    const whole = held.length === 0 ? content : joined(held, content);
    // What a CR at the end is shows the next piece.
    const isOpen = text.hasCr && whole.at(-1) === CR;
    const closed = isOpen ? whole.subarray(0, -1) : whole;
    held = isOpen ? Uint8Array.of(CR) : new Uint8Array(0);
    const out = text.hasCr ? replaceEndings(closed, text.isCrEnd) : closed;
    if (out.length === 0) continue;
    last = out.at(-1) ?? last;
    yield out;
  }
  if (held.length > 0) {
    const out = replaceEndings(held, text.isCrEnd);
    last = out.at(-1) ?? last;
    yield out;
  }
  if (last !== LF) yield Uint8Array.of(LF);
}

async function formOf(fd: number): Promise<Pick<LargeText, "encoding" | "markLength">> {
  const start = Buffer.alloc(3);
  await read(fd, start, 0, 3, 0);
  if (hasUtf16Mark(start)) return { encoding: start[0] === 0xff ? "utf-16le" : "utf-16be", markLength: 2 };
  return { encoding: "utf-8", markLength: utf8MarkLength(start) };
}

/** Each piece has memory of its own: it may still be read when the next one comes. */
async function* pieces(fd: number, from: number): AsyncGenerator<Uint8Array> {
  for (let position = from; ;) {
    const buffer = new Uint8Array(CHUNK_BYTES);
    const { bytesRead } = await read(fd, buffer, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Whether pieces are UTF-8 together; a character may begin in one and end in the next. */
function createUtf8Check(): (piece: Uint8Array) => boolean {
  let held: Uint8Array = new Uint8Array(0);
  return (piece) => {
    const whole = held.length === 0 ? piece : joined(held, piece);
    const end = whole.length - openLength(whole);
    held = whole.slice(end);
    return isUtf8(whole.subarray(0, end));
  };
}

/** Bytes of a character that goes on behind the end. */
function openLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes.at(-back) ?? 0;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? back : 0;
  }
  return 0;
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(left.length + right.length);
  whole.set(left);
  whole.set(right, left.length);
  return whole;
}
