const FIRST_ROOM_BYTES = 4096;

/** The first and the last part of a stream, in bounded memory. */
export class HeadTail {
  readonly #most: { readonly head: number; readonly tail: number };
  #head = new Uint8Array(0);
  #headLength = 0;
  /** Written round and round once the head is full. */
  #ring: Uint8Array | undefined;
  #ringWritten = 0;

  constructor(maxBytes: number) {
    const head = Math.floor(maxBytes / 2);
    this.#most = { head, tail: maxBytes - head };
  }

  push(bytes: Uint8Array): void {
    const room = this.#most.head - this.#headLength;
    if (room > 0) this.#pushHead(bytes.length <= room ? bytes : bytes.subarray(0, room));
    if (bytes.length > room) this.#pushTail(bytes.subarray(Math.max(0, room)));
  }

  /** Of the whole stream. */
  get totalBytes(): number {
    return this.#headLength + this.#ringWritten;
  }

  /** How many bytes between head and tail are gone. */
  get missingBytes(): number {
    return Math.max(0, this.#ringWritten - this.#most.tail);
  }

  head(): Uint8Array {
    return this.#head.subarray(0, this.#headLength);
  }

  tail(): Uint8Array {
    const ring = this.#ring;
    if (ring === undefined) return new Uint8Array(0);
    if (this.#ringWritten <= ring.length) return ring.subarray(0, this.#ringWritten);
    const at = this.#ringWritten % ring.length;
    const whole = new Uint8Array(ring.length);
    whole.set(ring.subarray(at));
    whole.set(ring.subarray(0, at), ring.length - at);
    return whole;
  }

  #pushHead(bytes: Uint8Array): void {
    const needed = this.#headLength + bytes.length;
    if (needed > this.#head.length) {
      const size = Math.min(this.#most.head, Math.max(needed, this.#head.length * 2, FIRST_ROOM_BYTES));
      const larger = new Uint8Array(size);
      larger.set(this.head());
      this.#head = larger;
    }
    this.#head.set(bytes, this.#headLength);
    this.#headLength = needed;
  }

  #pushTail(bytes: Uint8Array): void {
    this.#ring ??= new Uint8Array(this.#most.tail);
    const ring = this.#ring;
    const skipped = Math.max(0, bytes.length - ring.length);
    this.#ringWritten += skipped;
    const kept = bytes.subarray(skipped);
    const at = this.#ringWritten % ring.length;
    const first = Math.min(kept.length, ring.length - at);
    ring.set(kept.subarray(0, first), at);
    ring.set(kept.subarray(first), 0);
    this.#ringWritten += kept.length;
  }
}
