import { isUtf8 } from "node:buffer";

export interface DecodedOutput {
  readonly text: string;
  /** True when bytes that are no UTF-8 were replaced. */
  readonly hasReplaced: boolean;
}

/** Bytes that are no UTF-8 become U+FFFD. */
export function decodeOutput(bytes: Uint8Array): DecodedOutput {
  const { buffer, byteOffset, byteLength } = bytes;
  return { text: Buffer.from(buffer, byteOffset, byteLength).toString("utf8"), hasReplaced: !isUtf8(bytes) };
}

/** The bytes without a character that is only begun at their end. */
export function dropBegunCharacter(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, characterBorder(bytes, bytes.length));
}

/** The bytes without the end of a character at their start. */
export function dropEndedCharacter(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < 3 && start < bytes.length && isFollowing(bytes[start])) start += 1;
  return bytes.subarray(start);
}

/** The last border between characters at or before `end`. Bytes that are no UTF-8 count as characters. */
export function characterBorder(bytes: Uint8Array, end: number): number {
  for (let back = 1; back <= 4 && back <= end; back += 1) {
    const byte = bytes[end - back] ?? 0;
    if (isFollowing(byte)) continue;
    return lengthOf(byte) > back ? end - back : end;
  }
  return end;
}

function isFollowing(byte: number | undefined): boolean {
  return ((byte ?? 0) & 0xc0) === 0x80;
}

function lengthOf(first: number): number {
  if (first >= 0xf0) return 4;
  if (first >= 0xe0) return 3;
  return first >= 0xc0 ? 2 : 1;
}
