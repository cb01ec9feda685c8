const MAX_DEPTH = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Follows JSON as it comes, in pieces of any size. */
export interface NestingWatch {
  /** Whether it is nested deeper than anything that is read. */
  isTooDeep(bytes: Uint8Array): boolean;
  /** What follows is another message. */
  reset(): void;
}

export function watchNesting(): NestingWatch {
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  return {
    isTooDeep: (bytes) => {
      for (const byte of bytes) {
        if (isEscaped) isEscaped = false;
        else if (isInText) {
          if (byte === BACKSLASH) isEscaped = true;
          else if (byte === QUOTE) isInText = false;
        } else if (byte === QUOTE) isInText = true;
        else if (OPENING.has(byte)) {
          depth += 1;
          if (depth > MAX_DEPTH) return true;
        } else if (CLOSING.has(byte)) depth -= 1;
      }
      return false;
    },
    reset: () => {
      depth = 0;
      isInText = false;
      isEscaped = false;
    },
  };
}

/** Whether the JSON in these bytes is nested deeper than anything that is read. Looks once at each byte. */
export function isTooDeep(bytes: Uint8Array): boolean {
  return bytes.length >= 2 * MAX_DEPTH && watchNesting().isTooDeep(bytes);
}
