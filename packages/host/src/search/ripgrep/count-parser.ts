/** How many matches a file is said to have. `path` is as the search program gave it. */
export interface CountLine {
  readonly path: string;
  readonly count: number;
}

const NUL = 0;
const LF = 0x0a;
/** Longer than any path. */
const MOST_REST_BYTES = 64 * 1024;

/** Reads `path NUL count LF` from output that comes in pieces. False for what is no such output. */
export function createCountParser(onLine: (line: CountLine) => void): (piece: Buffer) => boolean {
  let rest: Buffer = Buffer.alloc(0);
  return (piece) => {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let from = 0;
    for (;;) {
      const nul = bytes.indexOf(NUL, from);
      const end = nul === -1 ? -1 : bytes.indexOf(LF, nul);
      if (end === -1) break;
      const count = Number.parseInt(bytes.toString("latin1", nul + 1, end), 10);
      if (!Number.isSafeInteger(count)) return false;
      onLine({ path: bytes.toString("utf8", from, nul), count });
      from = end + 1;
    }
    rest = bytes.subarray(from);
    return rest.length <= MOST_REST_BYTES;
  };
}
