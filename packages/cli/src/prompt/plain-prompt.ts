import { createInterface } from "node:readline";
import type { Io } from "../terminal/io.ts";
import type { PromptWorld } from "./prompt-world.ts";
import { runLine } from "./run-line.ts";

/**
 * The prompt where there is no terminal: each line of standard input is carried out, one after the other. Gives the
 * exit code of the first line that did not succeed.
 */
export async function plainPrompt(io: Io, world: PromptWorld, signal: AbortSignal): Promise<number> {
  let code = 0;
  const lines = createInterface({ input: io.stdin, crlfDelay: Infinity, terminal: false });
  const onAbort = (): void => lines.close();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    for await (const line of lines) {
      if (signal.aborted) break;
      const end = await runLine(line, world, signal);
      if (code === 0) code = end.code;
      if (end.isOver === true) break;
    }
    return code;
  } finally {
    signal.removeEventListener("abort", onAbort);
    lines.close();
  }
}
