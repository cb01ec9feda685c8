const BLOCK_BYTES = 64 * 1024;

/** The newest bytes of a stream, by their place in the whole of it. */
export class ByteLog {
  readonly #maxBytes: number;
  readonly #blocks: Uint8Array[] = [];
  /** Bytes used of the last block. */
  #used = BLOCK_BYTES;
  #end = 0;
  #start = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Of the whole stream. */
  get end(): number {
    return this.#end;
  }

  /** The oldest byte that is kept. */
  get start(): number {
    return Math.max(this.#start, this.#end - this.#maxBytes);
  }

  push(bytes: Uint8Array): void {
    let rest = bytes;
    while (rest.length > 0) {
      if (this.#used === BLOCK_BYTES) {
        this.#blocks.push(new Uint8Array(BLOCK_BYTES));
        this.#used = 0;
      }
      const part = rest.subarray(0, BLOCK_BYTES - this.#used);
      this.#blocks.at(-1)?.set(part, this.#used);
      this.#used += part.length;
      this.#end += part.length;
      rest = rest.subarray(part.length);
    }
    while (this.#end - this.#start - BLOCK_BYTES >= this.#maxBytes) {
      this.#blocks.shift();
      this.#start += BLOCK_BYTES;
    }
  }

  /** From `offset` on, which is not before `start`. */
  read(offset: number, maxBytes: number): Uint8Array {
    const length = Math.max(0, Math.min(maxBytes, this.#end - offset));
    const page = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const at = offset - this.#start + filled;
      const block = this.#blocks[Math.floor(at / BLOCK_BYTES)];
      if (block === undefined) break;
      const within = at % BLOCK_BYTES;
      const part = block.subarray(within, within + length - filled);
      page.set(part, filled);
      filled += part.length;
    }
    return page;
  }
}
