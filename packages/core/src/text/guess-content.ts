const SIGNATURES: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ["a PNG image", [0x89, 0x50, 0x4e, 0x47]],
  ["a JPEG image", [0xff, 0xd8, 0xff]],
  ["a GIF image", [0x47, 0x49, 0x46, 0x38]],
  ["a PDF", [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ["a zip archive", [0x50, 0x4b, 0x03, 0x04]],
  ["gzip data", [0x1f, 0x8b]],
  ["xz data", [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ["zstd data", [0x28, 0xb5, 0x2f, 0xfd]],
  ["a program", [0x7f, 0x45, 0x4c, 0x46]],
  ["a class file or program", [0xca, 0xfe, 0xba, 0xbe]],
  ["a SQLite database", [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66, 0x6f, 0x72, 0x6d, 0x61, 0x74]],
  ["UTF-32", [0xff, 0xfe, 0x00, 0x00]],
  ["UTF-32", [0x00, 0x00, 0xfe, 0xff]],
  ["damaged UTF-16", [0xff, 0xfe]],
  ["damaged UTF-16", [0xfe, 0xff]],
];

const SAMPLE_BYTES = 4096;

/** What bytes that are no text most likely are, in words that fit after "looks like". */
export function guessContent(bytes: Uint8Array): string {
  for (const [name, signature] of SIGNATURES) {
    if (signature.every((byte, index) => bytes[index] === byte)) return name;
  }
  const sample = sampleOf(bytes);
  const counted = count(sample);
  if (isMostlyZero(counted.zerosAtOdd, counted.zerosAtEven, sample.length))
    return "UTF-16 without a byte-order mark";
  if (isMostlyZero(counted.zerosAtEven, counted.zerosAtOdd, sample.length))
    return "UTF-16 without a byte-order mark";
  if (counted.controls > 0) return "binary data";
  // East Asian encodings spend two high bytes on most characters; single-byte ones rarely put two together.
  if (counted.highBesideHigh > 2 && counted.highBesideHigh * 2 >= counted.high) {
    if (counted.c1 > 0 && isValidAs(sample, "shift_jis")) return "Shift-JIS";
    if (isValidAs(sample, "gb18030")) return "an East Asian or other 8-bit encoding";
  }
  return counted.c1 > 0 ? "Windows-1252" : "Latin-1";
}

/** Around the first byte that is not ASCII: what stands before it tells nothing. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const start = Math.max(0, first - 512) & ~1;
  return bytes.subarray(start, start + SAMPLE_BYTES);
}

function count(sample: Uint8Array) {
  const counted = { zerosAtEven: 0, zerosAtOdd: 0, controls: 0, high: 0, c1: 0, highBesideHigh: 0 };
  for (const [index, byte] of sample.entries()) {
    if (byte === 0) {
      if (index % 2 === 0) counted.zerosAtEven += 1;
      else counted.zerosAtOdd += 1;
    }
    if (isBinaryControl(byte)) counted.controls += 1;
    if (byte < 0x80) continue;
    counted.high += 1;
    if (byte < 0xa0) counted.c1 += 1;
    if ((sample[index - 1] ?? 0) >= 0x80 || (sample[index + 1] ?? 0) >= 0x80) counted.highBesideHigh += 1;
  }
  return counted;
}

function isBinaryControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0x1b && (byte < 0x07 || byte > 0x0d);
}

function isMostlyZero(zeros: number, otherZeros: number, length: number): boolean {
  return length >= 4 && zeros * 2 > length * 0.6 && otherZeros * 20 < length;
}

/** The sample may end inside a character, so decoding goes on as if more came. */
function isValidAs(sample: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch {
    return false;
  }
}
