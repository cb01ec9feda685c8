/** A line, or of an endless one the part around a place. */
export interface LineView {
  readonly text: string;
  /** Whether `text` is all of the line. */
  readonly isWhole: boolean;
  /** Characters of the line before `text`. */
  readonly before: number;
  /** Where the place is in `text`, in characters counting from 1. */
  readonly column?: number;
}

/** Lines up to this length are viewed whole. */
export const WHOLE_LINE_BYTES = 64 * 1024;
/** Of longer ones so much before and behind the place. */
export const VIEW_BYTES = 8 * 1024;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** `byteColumn` is the place to view, counting from 1. Bytes that are no UTF-8 become U+FFFD. */
export function viewLine(bytes: Uint8Array, byteColumn?: number): LineView {
  const isWhole = bytes.length <= WHOLE_LINE_BYTES;
  const place = (byteColumn ?? 1) - 1;
  const from = isWhole ? 0 : characterStart(bytes, Math.max(0, place - VIEW_BYTES));
  const to = isWhole ? bytes.length : characterStart(bytes, Math.min(bytes.length, place + VIEW_BYTES));
  const text = decoder.decode(bytes.subarray(from, to));
  return {
    text,
    isWhole,
    before: charactersIn(bytes.subarray(0, from)),
    ...(byteColumn === undefined ? {} : { column: decoder.decode(bytes.subarray(from, place)).length + 1 }),
  };
}

/** How many UTF-16 units UTF-8 bytes stand for. */
export function charactersIn(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) {
    if ((byte & 0xc0) !== 0x80) count += 1;
    if (byte >= 0xf0) count += 1;
  }
  return count;
}

/** The nearest place at or before `at` that splits no character. */
function characterStart(bytes: Uint8Array, at: number): number {
  let start = at;
  while (start > 0 && at - start < 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}
