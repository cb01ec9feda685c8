/** Where bytes stop being text. */
export interface InvalidPlace {
  /** Of the first byte of the character that is no character. */
  readonly offset: number;
  /** True when the bytes end inside a character that could have gone on. */
  readonly isCutShort: boolean;
}

/** The first place where `bytes` are not UTF-8 (no overlong forms, no surrogates, at most U+10FFFF). */
export function firstInvalidUtf8(bytes: Uint8Array): InvalidPlace | undefined {
  let offset = 0;
  while (offset < bytes.length) {
    const lead = byteAt(bytes, offset);
    if (lead < 0x80) {
      offset += 1;
      continue;
    }
    const length = lengthOf(lead);
    if (length === 0) return { offset, isCutShort: false };
    for (let index = 1; index < length; index += 1) {
      if (offset + index >= bytes.length) return { offset, isCutShort: true };
      if (!canFollow(lead, index, byteAt(bytes, offset + index))) return { offset, isCutShort: false };
    }
    offset += length;
  }
  return undefined;
}

/** The first place where `bytes`, without a byte-order mark, are not UTF-16: half a pair or half a unit. */
export function firstInvalidUtf16(bytes: Uint8Array, isLittleEndian: boolean): InvalidPlace | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length - (bytes.length % 2);
  let offset = 0;
  while (offset < whole) {
    const unit = view.getUint16(offset, isLittleEndian);
    if (unit >= 0xdc00 && unit <= 0xdfff) return { offset, isCutShort: false };
    if (unit < 0xd800 || unit > 0xdfff) {
      offset += 2;
      continue;
    }
    if (offset + 2 >= whole) return { offset, isCutShort: true };
    const next = view.getUint16(offset + 2, isLittleEndian);
    if (next < 0xdc00 || next > 0xdfff) return { offset, isCutShort: false };
    offset += 4;
  }
  return whole === bytes.length ? undefined : { offset: whole, isCutShort: true };
}

function lengthOf(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  return 0;
}

function canFollow(lead: number, index: number, byte: number): boolean {
  if (byte < 0x80 || byte > 0xbf) return false;
  if (index > 1) return true;
  if (lead === 0xe0) return byte >= 0xa0;
  if (lead === 0xed) return byte <= 0x9f;
  if (lead === 0xf0) return byte >= 0x90;
  if (lead === 0xf4) return byte <= 0x8f;
  return true;
}

function byteAt(bytes: Uint8Array, offset: number): number {
  return bytes[offset] ?? 0;
}
