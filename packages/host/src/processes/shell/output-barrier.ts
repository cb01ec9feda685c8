/**
 * Tells when everything written before a mark has come, for outputs of which that cannot be seen otherwise: they come
 * another way than the news of the end. The mark is random, unknown to commands, and written by the shell itself behind
 * what a command wrote; it is taken out.
 */
export class OutputBarrier {
  readonly #mark: Uint8Array;
  #held: Uint8Array = new Uint8Array(0);
  #isReached = false;
  #onReached: (() => void) | undefined;

  constructor(mark: string) {
    this.#mark = Buffer.from(mark);
  }

  /** Gives what is certainly no part of the mark. */
  push(chunk: Uint8Array): Uint8Array {
    const all = Buffer.concat([this.#held, chunk]);
    const at = all.indexOf(this.#mark);
    if (at >= 0) {
      this.#held = new Uint8Array(0);
      this.#isReached = true;
      this.#onReached?.();
      // What comes behind it is of processes that the command left behind.
      return all.subarray(0, at);
    }
    const kept = this.#begunAt(all);
    this.#held = new Uint8Array(all.subarray(kept));
    return all.subarray(0, kept);
  }

  /** What was held back as the beginning of a mark that never came. */
  takeHeld(): Uint8Array {
    const held = this.#held;
    this.#held = new Uint8Array(0);
    return held;
  }

  /** Settles when the mark has come, and begins anew. False when it did not come in time. */
  async reached(limitMs: number): Promise<boolean> {
    if (!this.#isReached) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#onReached = resolve;
        timer = setTimeout(resolve, limitMs);
      });
      clearTimeout(timer);
    }
    const isReached = this.#isReached;
    this.#isReached = false;
    this.#onReached = undefined;
    return isReached;
  }

  /** Where a mark may have begun at the end. */
  #begunAt(bytes: Uint8Array): number {
    for (let at = Math.max(0, bytes.length - this.#mark.length + 1); at < bytes.length; at += 1) {
      const tail = bytes.subarray(at);
      if (tail.every((byte, index) => byte === this.#mark[index])) return at;
    }
    return bytes.length;
  }
}
