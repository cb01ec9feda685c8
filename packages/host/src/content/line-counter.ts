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
  let lfs = 0;
  let crs = 0;
  let crlfs = 0;
  let isAfterCr = false;
  return {
    add(chunk) {
      if (isAfterCr && chunk[0] === LF) crlfs += 1;
      for (let at = chunk.indexOf(CR); at !== -1; at = chunk.indexOf(CR, at + 1)) {
        crs += 1;
        if (chunk[at + 1] === LF) crlfs += 1;
      }
      for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, at + 1)) lfs += 1;
      if (chunk.length > 0) isAfterCr = chunk.at(-1) === CR;
    },
    ended() {
      const loneLfs = lfs - crlfs;
      const loneCrs = crs - crlfs;
      const isCrlfMajority = crlfs > 0 && crlfs >= loneLfs && crlfs >= loneCrs;
      return lfs + (!isCrlfMajority && loneCrs > loneLfs ? loneCrs : 0);
    },
  };
}
