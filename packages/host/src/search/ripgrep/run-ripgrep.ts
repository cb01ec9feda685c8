import { spawn } from "node:child_process";
import type { ChildProcess, StdioOptions } from "node:child_process";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { value } from "@wield/core";
import type { Outcome } from "@wield/core";
import { osError } from "../../walk/os-error.ts";
import { watchLargeReads } from "./large-reads.ts";
import { noProgram, ripgrepProgram } from "./ripgrep-program.ts";

export interface RipgrepRun {
  readonly args: readonly string[];
  /** Folder it starts in. Default: the root. */
  readonly cwd?: string;
  /** What it reads on its standard input. */
  readonly input?: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** A descriptor it gets as its descriptor 3. */
  readonly file?: number;
  /** It is stopped when it is busy with larger files, with the end `large`. Linux only. */
  readonly maxFileBytes?: number;
  readonly signal: AbortSignal;
  /** Takes the next piece of what it prints. False stops it. */
  onOutput(piece: Buffer): boolean;
  /** Takes a line of what it says about problems. */
  onMessage?(line: string): void;
}

/** `found` and `nothing` by its own word; `failed` when it could not do all of it, `broken` when it broke off. */
export type RipgrepEnd =
  | { readonly kind: "found" | "nothing" | "stopped" | "aborted" | "large" }
  | { readonly kind: "failed" | "broken"; readonly reason: string };

/** Address space in KB: enough for the largest lines, and an end for a file of rules without one. */
const MOST_MEMORY_KB = 1024 * 1024;
const MOST_MESSAGE_CHARACTERS = 4096;

/** Runs the search program with nothing of this process's environment. It is killed when the call ends. */
export async function runRipgrep(run: RipgrepRun): Promise<Outcome<RipgrepEnd>> {
  const program = await ripgrepProgram();
  if (!program.ok) return program;
  if (run.signal.aborted) return value({ kind: "aborted" });
  let child: ChildProcess;
  try {
    child = start(program.value, run);
  } catch (error) {
    return noProgram(osError(error).message);
  }
  return watch(child, run);
}

function start(program: string, { args, cwd, input, file }: RipgrepRun): ChildProcess {
  const stdio: StdioOptions = [input === undefined ? "ignore" : "pipe", "pipe", "pipe"];
  if (file !== undefined) stdio.push(file);
  const options = { cwd: cwd ?? "/", env: {}, stdio, windowsHide: true };
  if (process.platform !== "linux" || file !== undefined) return spawn(program, args, options);
  // The shell only sets the limit and becomes the program.
  const limited = `ulimit -v ${MOST_MEMORY_KB}; exec "$0" "$@"`;
  return spawn("/bin/sh", ["-c", limited, program, ...args], options);
}

function watch(child: ChildProcess, run: RipgrepRun): Promise<Outcome<RipgrepEnd>> {
  return new Promise((resolve) => {
    let ended: RipgrepEnd | undefined;
    const messages = createLines(run.onMessage);
    const stop = (end: RipgrepEnd): void => {
      ended ??= end;
      child.kill("SIGKILL");
      child.stdout?.destroy();
    };
    const onAbort = (): void => stop({ kind: "aborted" });
    run.signal.addEventListener("abort", onAbort, { once: true });
    const watching = watchReads(child, run, () => stop({ kind: "large" }));
    child.stdout?.on("data", (piece: Buffer) => {
      if (ended === undefined && !run.onOutput(piece)) stop({ kind: "stopped" });
    });
    child.stderr?.setEncoding("utf8").on("data", messages.add);
    child.once("error", (error) => {
      run.signal.removeEventListener("abort", onAbort);
      watching?.[Symbol.dispose]();
      resolve(noProgram(error.message));
    });
    child.once("close", (code, signal) => {
      run.signal.removeEventListener("abort", onAbort);
      watching?.[Symbol.dispose]();
      messages.end();
      resolve(value(ended ?? endOf(code, signal, messages.all())));
    });
    if (run.input !== undefined && child.stdin !== null) {
      // It may end before it has read everything.
      pipeline(Readable.from(run.input, { objectMode: false }), child.stdin).catch(() => {});
    }
  });
}

function watchReads(
  { pid }: ChildProcess,
  { maxFileBytes }: RipgrepRun,
  onLarge: () => void,
): Disposable | undefined {
  if (pid === undefined || maxFileBytes === undefined) return undefined;
  return watchLargeReads(pid, maxFileBytes, onLarge);
}

function endOf(code: number | null, signal: string | null, said: string): RipgrepEnd {
  if (code === 0) return { kind: "found" };
  if (code === 1) return { kind: "nothing" };
  if (code === 2) return { kind: "failed", reason: said };
  return { kind: "broken", reason: said === "" ? `it ended with ${signal ?? code ?? "nothing"}` : said };
}

/** Cuts text that comes in pieces into lines; of an endless line only the start is kept. */
function createLines(onLine: ((line: string) => void) | undefined) {
  let rest = "";
  let all = "";
  const take = (line: string): void => {
    all = `${all}\n${line}`.slice(0, MOST_MESSAGE_CHARACTERS);
    onLine?.(line);
  };
  return {
    add(piece: string): void {
      const lines = (rest + piece).split("\n");
      rest = (lines.pop() ?? "").slice(0, MOST_MESSAGE_CHARACTERS);
      for (const line of lines) take(line);
    },
    end(): void {
      if (rest !== "") take(rest);
    },
    all: () => all.trim(),
  };
}
