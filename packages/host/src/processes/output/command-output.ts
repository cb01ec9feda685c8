import { HeadTail } from "./head-tail.ts";
import { Redraw } from "./redraw.ts";
import { SpillFile } from "./spill-file.ts";
import { ControlStripper } from "./strip-controls.ts";
import { decodeOutput, dropBegunCharacter, dropEndedCharacter } from "./utf8.ts";

/** Kept on disk of one command, when it does not fit into memory. */
const MOST_SPILLED_BYTES = 64 * 1024 * 1024;

/** Held in memory of one command. */
const MOST_HELD_BYTES = 1024 * 1024;

const NEWEST_BYTES = 2000;
const NEWEST_EVERY_MS = 100;

export interface OutputText {
  readonly text: string;
  /** Bytes that are gone between its first and last part. */
  readonly missingBytes: number;
  readonly hasReplaced: boolean;
  /** All of it, or its first and last part, when `text` does not hold it all. To be closed by who takes it. */
  readonly spill?: SpillFile;
}

/** Makes text of what one command writes: bounded, without control sequences, redrawn lines in their last state. */
export class CommandOutput {
  readonly #stripper = new ControlStripper();
  readonly #kept = new HeadTail(MOST_HELD_BYTES);
  readonly #redraw: Redraw;
  readonly #onNewest: ((text: string) => void) | undefined;
  #toldAt = -Infinity;

  #spill: SpillFile | undefined;
  #canSpill = true;

  /** `onNewest` is told the last lines, now and then. */
  constructor(onNewest?: (text: string) => void) {
    this.#onNewest = onNewest;
    this.#redraw = new Redraw((bytes) => this.#keep(bytes));
  }

  push(chunk: Uint8Array): void {
    this.#redraw.push(this.#stripper.push(chunk));
    if (this.#onNewest === undefined) return;
    const now = performance.now();
    if (now - this.#toldAt < NEWEST_EVERY_MS) return;
    this.#toldAt = now;
    this.#onNewest(this.#newest());
  }

  end(): OutputText {
    this.#redraw.end();
    const { missingBytes } = this.#kept;
    const head = this.#kept.head();
    const tail = this.#kept.tail();
    if (missingBytes === 0) {
      const { text, hasReplaced } = decodeOutput(tail.length === 0 ? head : Buffer.concat([head, tail]));
      return { text, missingBytes: 0, hasReplaced };
    }
    const first = decodeOutput(dropBegunCharacter(head));
    const last = decodeOutput(dropEndedCharacter(tail));
    return {
      text: first.text + last.text,
      missingBytes,
      hasReplaced: first.hasReplaced || last.hasReplaced,
      ...(this.#spill === undefined ? {} : { spill: this.#spill }),
    };
  }

  #keep(bytes: Uint8Array): void {
    if (this.#canSpill && this.#kept.totalBytes + bytes.length > MOST_HELD_BYTES) this.#spillOver(bytes);
    this.#kept.push(bytes);
  }

  /** Where the disk is full, what is held in memory has to do. */
  #spillOver(bytes: Uint8Array): void {
    try {
      if (this.#spill === undefined) {
        this.#spill = new SpillFile(MOST_SPILLED_BYTES);
        this.#spill.push(this.#kept.head());
        this.#spill.push(this.#kept.tail());
      }
      this.#spill.push(bytes);
    } catch {
      this.#canSpill = false;
      this.#spill?.close();
      this.#spill = undefined;
    }
  }

  #newest(): string {
    const kept =
      this.#kept.missingBytes > 0 || this.#kept.tail().length > 0 ? this.#kept.tail() : this.#kept.head();
    const bytes = Buffer.concat([kept.subarray(-NEWEST_BYTES), this.#redraw.rest]).subarray(-NEWEST_BYTES);
    return decodeOutput(dropBegunCharacter(dropEndedCharacter(bytes))).text;
  }
}
