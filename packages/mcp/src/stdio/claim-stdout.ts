import type { Writable } from "node:stream";

/** Standard output while it belongs to the protocol. */
export interface ProtocolOutput {
  /** Writes one line of the protocol. */
  write(line: string): void;
  /** Bytes that wait because the client does not read. */
  waitingBytes(): number;
  /** Gives the stream back to everybody. */
  release(): void;
}

/**
 * Keeps standard output for the protocol: what any other code of this process writes to the stream (a tool with
 * `console.log`, a library's warning) goes to `stderr` instead.
 */
export function claimStdout(stdout: Writable, stderr: Writable): ProtocolOutput {
  const own = Object.getOwnPropertyDescriptor(stdout, "write");
  const write = stdout.write.bind(stdout);
  Object.defineProperty(stdout, "write", {
    configurable: true,
    value: stderr.write.bind(stderr),
  });
  return {
    write: (line) => void write(line),
    waitingBytes: () => stdout.writableLength,
    release: () => {
      if (own === undefined) Reflect.deleteProperty(stdout, "write");
      else Object.defineProperty(stdout, "write", own);
    },
  };
}
