const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export interface LineSink {
  /** One line without its end, never empty. */
  line(bytes: Buffer): void;
  /** A line was longer than the limit; its bytes are gone. */
  tooLong(): void;
}

/** Cuts a stream of bytes into lines, however its chunks fall. Holds at most one line of `maxBytes`. */
export function createLineReader(
  sink: LineSink,
  maxBytes: number,
): { push(chunk: Buffer): void; end(): void } {
  let parts: Buffer[] = [];
  let held = 0;
  let isSkipping = false;

  const give = (last: Buffer): void => {
    const whole = parts.length === 0 ? last : Buffer.concat([...parts, last]);
    parts = [];
    held = 0;
    const line = whole.at(-1) === CARRIAGE_RETURN ? whole.subarray(0, -1) : whole;
    if (line.length > 0) sink.line(line);
  };
  const keep = (part: Buffer): void => {
    if (isSkipping || part.length === 0) return;
    if (held + part.length <= maxBytes) {
      parts.push(part);
      held += part.length;
      return;
    }
    parts = [];
    held = 0;
    isSkipping = true;
    sink.tooLong();
  };

  return {
    push(chunk) {
      let start = 0;
      for (;;) {
        const end = chunk.indexOf(NEWLINE, start);
        if (end < 0) return keep(chunk.subarray(start));
        const rest = chunk.subarray(start, end);
        if (held + rest.length > maxBytes) keep(rest);
        if (isSkipping) isSkipping = false;
        else give(rest);
        start = end + 1;
      }
    },
    end: () => {
      if (!isSkipping && held > 0) give(Buffer.alloc(0));
    },
  };
}
