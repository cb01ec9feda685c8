import type { Writable } from "node:stream";
import { coloursFor } from "./colours.ts";
import type { Colours } from "./colours.ts";
import { showControlCodes } from "./control-codes.ts";

const DEFAULT_COLUMNS = 80;

/** One stream that a command writes to. */
export interface Output {
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly colours: Colours;
  /** Our own text: written as it is. */
  write(text: string): void;
  /** Our own text and a line break. */
  line(text?: string): void;
  /** Text from a tool, a file or another program: on a terminal its control codes are shown. */
  foreign(text: string): string;
  /** Resolves when all that was written has left the process, or cannot any more. */
  flush(): Promise<void>;
  /** Nobody waits any longer for what has not left the process, and nothing more is written. */
  drop(): void;
}

export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/**
 * An output over a stream. When the reader at the other end has gone (`wield … | head`), what follows is dropped
 * without a word: nobody is left to tell.
 */
export function createOutput(
  stream: OutputStream,
  env: Readonly<Record<string, string | undefined>>,
): Output {
  const isTerminal = stream.isTTY === true;
  let isGone = false;
  stream.on("error", (error: NodeJS.ErrnoException) => {
    isGone = true;
    // A terminal that was closed fails in its own way.
    const isHungUp = isTerminal && error.code === "EIO";
    if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED" && !isHungUp) throw error;
  });
  const write = (text: string): void => {
    if (!isGone && text !== "") stream.write(text);
  };
  return {
    isTerminal,
    get columns() {
      return stream.columns !== undefined && stream.columns > 0 ? stream.columns : DEFAULT_COLUMNS;
    },
    colours: coloursFor(isTerminal, env),
    write,
    line: (text = "") => write(`${text}\n`),
    foreign: (text) => (isTerminal ? showControlCodes(text) : text),
    flush: () =>
      new Promise((resolve) => {
        if (isGone) resolve();
        else stream.write("", () => resolve());
      }),
    drop: () => {
      isGone = true;
    },
  };
}
