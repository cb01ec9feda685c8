import type { Readable } from "node:stream";
import { createOutput } from "./output.ts";
import type { Output, OutputStream } from "./output.ts";

export type InputStream = Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };

/** The three streams of a command. */
export interface Io {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly out: Output;
  readonly err: Output;
  /** A person can be asked: what they type arrives, and what is written to `err` is seen. */
  readonly canAsk: boolean;
}

export function createIo(
  streams: { readonly stdin: InputStream; readonly stdout: OutputStream; readonly stderr: OutputStream },
  env: Readonly<Record<string, string | undefined>>,
): Io {
  return {
    ...streams,
    out: createOutput(streams.stdout, env),
    err: createOutput(streams.stderr, env),
    canAsk: streams.stdin.isTTY === true && streams.stderr.isTTY === true,
  };
}
