const LF = 0x0a;
const CR = 0x0d;

export interface LineCounter {
  /** Takes the next bytes of the content. */
  add(chunk: Uint8Array): void;
  /** How many lines were ended so far. */
  ended(): number;
}

/**
 * Counts line ends in bytes that come in pieces. LF and CRLF end a line; CR alone only where it is the
 * content's majority ending.
 */
export function createLineCounter(): LineCounter {
  let lf = 0;
  let crlf = 0;
  let cr = 0;
  let isAfterCr = false;
  return {
    add(chunk) {
      for (const byte of chunk) {
        if (byte === LF) {
          if (isAfterCr) {
            crlf += 1;
            cr -= 1;
          } else lf += 1;
        } else if (byte === CR) cr += 1;
        isAfterCr = byte === CR;
      }
    },
    ended() {
      const isCrlfMajority = crlf > 0 && crlf >= lf && crlf >= cr;
      return lf + crlf + (!isCrlfMajority && cr > lf ? cr : 0);
    },
  };
}
