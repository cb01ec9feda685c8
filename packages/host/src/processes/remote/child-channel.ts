import type { ChildProcessWithoutNullStreams } from "node:child_process";
import type { ProgramEnd } from "@wield/core";
import { byteSource, type ReleasableSource } from "../byte-source.ts";
import { writeTo } from "../write-to.ts";
import type { RemoteChannel } from "./remote-place.ts";

interface ChannelParts {
  readonly ended: Promise<ProgramEnd>;
  /** In place of the child's own. */
  readonly output?: ReleasableSource;
  readonly errors?: ReleasableSource;
}

/** A program somewhere else that a child of this process stands for: the engine's, or that of ssh. */
export function childChannel(child: ChildProcessWithoutNullStreams, parts: ChannelParts): RemoteChannel {
  const { output = byteSource(child.stdout), errors = byteSource(child.stderr), ended } = parts;
  const { stdin } = child;
  // Who writes to what has ended hears of it by `write`.
  stdin.on("error", () => undefined);
  return {
    output,
    errors,
    ended,
    write: (bytes) => writeTo(stdin, bytes),
    endInput: () => void stdin.end(),
    release: () => {
      output.release();
      errors.release();
      stdin.destroy();
      child.unref();
    },
  };
}
