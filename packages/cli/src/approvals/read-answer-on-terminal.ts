import { createInterface } from "node:readline/promises";
import type { Io } from "../terminal/io.ts";
import type { ReadAnswer } from "./terminal-asker.ts";

/** An input that ends is a no: nobody is left who could still answer here. */
export const END_OF_INPUT = "no, the input ended";

/** Reads answers line by line from the terminal. `interrupt` is told about Ctrl-C. */
export function readAnswerOnTerminal({ stdin, stderr }: Io, interrupt: () => void): ReadAnswer {
  return async (prompt, signal) => {
    if (signal.aborted) return undefined;
    const lines = createInterface({ input: stdin, output: stderr, terminal: true, historySize: 0 });
    try {
      const left = new Promise<string | undefined>((resolve) => {
        lines.once("SIGINT", () => {
          interrupt();
          resolve(undefined);
        });
        lines.once("close", () => resolve(END_OF_INPUT));
      });
      return await Promise.race([lines.question(prompt, { signal }), left]);
    } catch {
      // Aborted: the request was settled elsewhere, or its deadline has passed.
      stderr.write("\n");
      return undefined;
    } finally {
      lines.close();
    }
  };
}
