import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";

const CHUNK_BYTES = 64 * 1024;

/** The first and the last part of a stream, in a file that has no name: it is gone with whoever holds it. */
export class SpillFile {
  readonly #halfBytes: number;
  readonly #descriptor: number;
  #written = 0;
  #isClosed = false;

  constructor(maxBytes: number) {
    this.#halfBytes = Math.floor(maxBytes / 2);
    const folder = mkdtempSync(join(tmpdir(), "wield-output-"));
    this.#descriptor = openSync(join(folder, "output"), "wx+", 0o600);
    rmSync(folder, { recursive: true });
  }

  /** Bytes between the first and the last part that are gone. */
  get missingBytes(): number {
    return Math.max(0, this.#written - 2 * this.#halfBytes);
  }

  push(bytes: Uint8Array): void {
    let rest = bytes;
    while (rest.length > 0) {
      const at = this.#placeOf(this.#written);
      const isHead = at < this.#halfBytes;
      const room = (isHead ? this.#halfBytes : 2 * this.#halfBytes) - at;
      const part = rest.subarray(0, room);
      writeSync(this.#descriptor, part, 0, part.length, at);
      this.#written += part.length;
      rest = rest.subarray(part.length);
    }
  }

  /** What is kept, from its start; `gap` stands where something is missing. Each piece is a new one. */
  async *pieces(gap: (missingBytes: number) => string): AsyncGenerator<Uint8Array> {
    const missing = this.missingBytes;
    const headEnd = Math.min(this.#written, this.#halfBytes);
    yield* this.#read(0, headEnd);
    if (missing > 0) yield Buffer.from(gap(missing));
    yield* this.#read(headEnd + missing, this.#written);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    closeSync(this.#descriptor);
  }

  async *#read(from: number, to: number): AsyncGenerator<Uint8Array> {
    for (let offset = from; offset < to;) {
      const at = this.#placeOf(offset);
      const border = at < this.#halfBytes ? this.#halfBytes : 2 * this.#halfBytes;
      const piece = Buffer.alloc(Math.min(CHUNK_BYTES, to - offset, border - at));
      const count = readSync(this.#descriptor, piece, 0, piece.length, at);
      if (count === 0) return;
      offset += count;
      yield piece.subarray(0, count);
      await nextTurn();
    }
  }

  /** Where a byte of the stream stands in the file: behind the first part, the rest goes round and round. */
  #placeOf(offset: number): number {
    const half = this.#halfBytes;
    return offset < half ? offset : half + ((offset - half) % half);
  }
}
