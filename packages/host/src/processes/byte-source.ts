import { Socket } from "node:net";
import type { Readable } from "node:stream";
import type { ByteSource } from "@wield/core";

export interface ReleasableSource extends ByteSource {
  release(): void;
}

/** A stream as bytes that come; nothing is read before somebody listens. */
export function byteSource(stream: Readable): ReleasableSource {
  let listener: (chunk: Uint8Array) => void = ignore;
  const closed = new Promise<void>((resolve) => {
    stream
      .on("end", resolve)
      .on("close", resolve)
      .on("error", () => resolve());
  });
  return {
    closed,
    listen: (given) => {
      listener = given;
      stream.on("data", (chunk: Uint8Array) => listener(chunk));
      stream.resume();
    },
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
    release: () => {
      listener = ignore;
      stream.on("data", ignore).resume();
      if (stream instanceof Socket) stream.unref();
    },
  };
}

export function ignore(): void {
  // What comes is dropped.
}
