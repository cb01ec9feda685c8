const ESC = 0x1b;
const BELL = 0x07;
const CANCEL = 0x18;
const SUBSTITUTE = 0x1a;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const BACKSLASH = 0x5c;

type State = "text" | "escape" | "intermediate" | "csi" | "string" | "string_escape";

/**
 * Removes terminal control sequences (CSI, OSC, DCS and their like) from a stream of UTF-8, keeping its state between
 * chunks. Moving the cursor to the first column counts as a carriage return. A line break ends a sequence that was
 * never finished, so that a stray escape swallows one line at most.
 */
export class ControlStripper {
  #state: State = "text";
  /** Parameters of a CSI sequence; longer ones are none that matter. */
  #parameters = "";

  push(chunk: Uint8Array): Uint8Array {
    if (this.#state === "text" && chunk.indexOf(ESC) < 0) return chunk;
    const kept = new Uint8Array(chunk.length);
    let length = 0;
    let index = 0;
    while (index < chunk.length) {
      if (this.#state === "text") {
        const found = chunk.indexOf(ESC, index);
        const end = found < 0 ? chunk.length : found;
        kept.set(chunk.subarray(index, end), length);
        length += end - index;
        index = end + 1;
        if (found >= 0) this.#state = "escape";
        continue;
      }
      const left = this.#step(chunk[index] ?? 0);
      if (left !== undefined) {
        kept[length] = left;
        length += 1;
      }
      index += 1;
    }
    return kept.subarray(0, length);
  }

  /** Takes one byte of a sequence; gives a byte that belongs to the text after all. */
  #step(byte: number): number | undefined {
    if (byte === LINE_FEED || byte === RETURN) return this.#end(byte);
    if (byte === CANCEL || byte === SUBSTITUTE) return this.#end();
    switch (this.#state) {
      case "text":
        return byte;
      case "escape":
        return this.#afterEscape(byte);
      case "intermediate":
        return byte >= 0x30 ? this.#end() : undefined;
      case "csi":
        return this.#insideCsi(byte);
      case "string":
        if (byte === BELL) return this.#end();
        if (byte === ESC) this.#state = "string_escape";
        return undefined;
      case "string_escape":
        if (byte === BACKSLASH) return this.#end();
        // Not its end: another sequence began and cancels it.
        this.#state = "escape";
        return this.#afterEscape(byte);
    }
  }

  #afterEscape(byte: number): number | undefined {
    this.#parameters = "";
    if (byte === ESC) return undefined;
    if (byte === 0x5b) this.#state = "csi";
    else if (byte === 0x5d || byte === 0x50 || byte === 0x58 || byte === 0x5e || byte === 0x5f)
      this.#state = "string";
    else if (byte >= 0x20 && byte <= 0x2f) this.#state = "intermediate";
    // A byte of a longer character, or a control code: the escape stood alone.
    else return this.#end(byte >= 0x80 || byte < 0x20 ? byte : undefined);
    return undefined;
  }

  #insideCsi(byte: number): number | undefined {
    if (byte >= 0x20 && byte <= 0x3f) {
      if (this.#parameters.length < 8) this.#parameters += String.fromCharCode(byte);
      return undefined;
    }
    if (byte === ESC) {
      this.#state = "escape";
      return undefined;
    }
    const isFirstColumn = byte === 0x47 && /^[01]?$/.test(this.#parameters);
    if (isFirstColumn) return this.#end(RETURN);
    return this.#end(byte >= 0x80 ? byte : undefined);
  }

  #end(left?: number): number | undefined {
    this.#state = "text";
    return left;
  }
}
