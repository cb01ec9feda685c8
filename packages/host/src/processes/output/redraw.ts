const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const BACKSPACE = 0x08;

/** A longer line is given away as it is; what is drawn over it later is drawn over its rest. */
const MOST_LINE_BYTES = 64 * 1024;

const NOTHING = new Uint8Array(0);

/** Leaves the last state of lines that were drawn over with carriage returns or backspaces. `\r\n` stays. */
export class Redraw {
  #line: Uint8Array = NOTHING;
  readonly #give: (bytes: Uint8Array) => void;

  constructor(give: (bytes: Uint8Array) => void) {
    this.#give = give;
  }

  push(chunk: Uint8Array): void {
    const isPlain = isUndrawn(chunk) && isUndrawn(this.#line);
    if (isPlain) this.#pushPlain(chunk);
    else this.#pushDrawn(chunk);
    if (this.#line.length > MOST_LINE_BYTES) this.#shorten();
  }

  /** The line that is not finished, as it would stand there now. */
  get rest(): Uint8Array {
    return lastState(this.#line);
  }

  end(): void {
    this.#give(lastState(this.#line));
    this.#line = NOTHING;
  }

  #pushPlain(chunk: Uint8Array): void {
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end === 0) {
      this.#line = joined(this.#line, chunk);
      return;
    }
    if (this.#line.length > 0) this.#give(this.#line);
    this.#give(end === chunk.length ? chunk : chunk.subarray(0, end));
    this.#line = copyOf(chunk.subarray(end));
  }

  #pushDrawn(chunk: Uint8Array): void {
    const all = joined(this.#line, chunk);
    let start = 0;
    for (;;) {
      const found = all.indexOf(LINE_FEED, start);
      if (found < 0) break;
      const line = all.subarray(start, found);
      this.#give(lastState(line));
      this.#give(line.at(-1) === RETURN ? CARRIAGE_LINE_END : LINE_END);
      start = found + 1;
    }
    this.#line = copyOf(all.subarray(start));
  }

  #shorten(): void {
    const isAtReturn = this.#line.at(-1) === RETURN;
    const state = lastState(this.#line);
    if (state.length > MOST_LINE_BYTES) {
      this.#give(state);
      this.#line = NOTHING;
    } else this.#line = isAtReturn ? joined(state, new Uint8Array([RETURN])) : copyOf(state);
  }
}

const LINE_END = new Uint8Array([LINE_FEED]);
const CARRIAGE_LINE_END = new Uint8Array([RETURN, LINE_FEED]);

function isUndrawn(bytes: Uint8Array): boolean {
  return bytes.indexOf(RETURN) < 0 && bytes.indexOf(BACKSPACE) < 0;
}

/** Of a line without its break: what was drawn last. */
function lastState(line: Uint8Array): Uint8Array {
  let end = line.length;
  while (end > 0 && line[end - 1] === RETURN) end -= 1;
  const start = end === 0 ? 0 : line.lastIndexOf(RETURN, end - 1) + 1;
  const shown = line.subarray(start, end);
  return shown.indexOf(BACKSPACE) < 0 ? shown : withoutErased(shown);
}

function withoutErased(line: Uint8Array): Uint8Array {
  const kept = new Uint8Array(line.length);
  let length = 0;
  for (const byte of line) {
    if (byte !== BACKSPACE) {
      kept[length] = byte;
      length += 1;
      continue;
    }
    // One character back: over its following bytes to its first.
    while (length > 0) {
      length -= 1;
      if (((kept[length] ?? 0) & 0xc0) !== 0x80) break;
    }
  }
  return kept.subarray(0, length);
}

/** Not `slice`: that of a Buffer shares its memory, which is read into again. */
function copyOf(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return copyOf(second);
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
