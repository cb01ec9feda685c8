import { randomBytes } from "node:crypto";
import type { ByteSource } from "@wield/core";
import type { ReleasableSource } from "../processes/byte-source.ts";

/** A login may be slow; one whose start-up files wait for something never gets to our program. */
const MOST_START_MS = 20_000;

/** What a login may print before anything of ours runs. */
const MOST_NOISE_BYTES = 256 * 1024;

export interface MarkedSource extends ByteSource {
  /** Begins to read before somebody listens. True when the mark came, false when the source closed without it. */
  reachMark(): Promise<boolean>;
  /** What came before the mark, as far as it is kept. */
  readonly before: string;
  release(): void;
}

/** A script that prints a mark of its own on both streams before anything else. */
export function withMark(script: string): { readonly mark: string; readonly whole: string } {
  const mark = randomBytes(9).toString("hex");
  return { mark, whole: `printf %s ${mark}; printf %s ${mark} >&2\n${script}` };
}

/** What became of a program that was to be started, as far as `maxMs` tell. */
export async function untilStarted(
  source: MarkedSource,
  maxMs = MOST_START_MS,
): Promise<"started" | "refused" | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), maxMs);
  });
  const reached = source.reachMark().then((isThere) => (isThere ? "started" : "refused"));
  const first = await Promise.race([reached, late]);
  clearTimeout(timer);
  return first;
}

/** What comes after a mark. A login shell and its files may print before a program of ours starts. */
export function markedSource(source: ReleasableSource, mark: string): MarkedSource {
  let held: Buffer = Buffer.alloc(0);
  let before = "";
  let isReached = false;
  let isReading = false;
  let listener: ((chunk: Uint8Array) => void) | undefined;
  let tell: (isThere: boolean) => void = () => undefined;
  const reached = new Promise<boolean>((resolve) => {
    tell = resolve;
  });

  const take = (chunk: Uint8Array): void => {
    if (isReached && listener !== undefined) return listener(chunk);
    held = Buffer.concat([held, chunk]);
    if (isReached) return;
    const at = held.indexOf(mark);
    if (at < 0) {
      if (held.length > MOST_NOISE_BYTES) held = held.subarray(held.length - MOST_NOISE_BYTES);
      return;
    }
    isReached = true;
    before = held.subarray(0, at).toString();
    held = held.subarray(at + mark.length);
    tell(true);
    if (listener === undefined) source.pause();
    else giveHeld(listener);
  };
  const giveHeld = (to: (chunk: Uint8Array) => void): void => {
    const rest = held;
    held = Buffer.alloc(0);
    if (rest.length > 0) to(rest);
  };
  const read = (): void => {
    if (isReading) return;
    isReading = true;
    source.listen(take);
    void tellAtEnd();
  };
  const tellAtEnd = async (): Promise<void> => {
    await source.closed;
    if (!isReached) before = held.toString();
    tell(isReached);
  };

  return {
    closed: source.closed,
    listen: (given) => {
      listener = given;
      if (isReached) giveHeld(given);
      read();
      source.resume();
    },
    pause: () => source.pause(),
    resume: () => source.resume(),
    reachMark: () => {
      read();
      return reached;
    },
    get before() {
      return before;
    },
    release: () => source.release(),
  };
}
