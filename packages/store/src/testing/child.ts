import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** A program of `testing/programs` in a process of its own. */
export interface Child {
  readonly pid: number;
  /** Lines it has printed so far. */
  readonly lines: readonly string[];
  /** The next line it prints, or one that nobody has taken yet; `undefined` once it has ended. */
  nextLine(): Promise<string | undefined>;
  say(line: string): void;
  kill(signal?: NodeJS.Signals): void;
  /** Resolves when it has ended, with its exit code; `null` when a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** Starts a program. `limit` is a shell command that runs before it, such as `ulimit -f 8`. */
export function startChild(program: string, args: readonly string[], limit = "true"): Child {
  const path = fileURLToPath(new URL(`programs/${program}.ts`, import.meta.url));
  const script = `${limit} && exec "$0" "$@"`;
  const child = spawn("sh", ["-c", script, process.execPath, path, ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const ended = new Promise<number | null>((resolve) => child.on("exit", (code) => resolve(code)));
  const reader = createInterface({ input: child.stdout });
  const waiting: ((line: string | undefined) => void)[] = [];
  let taken = 0;
  let isOver = false;
  reader.on("line", (line) => {
    lines.push(line);
    const next = waiting.shift();
    if (next !== undefined) {
      taken += 1;
      next(line);
    }
  });
  reader.on("close", () => {
    isOver = true;
    for (const next of waiting.splice(0)) next(undefined);
  });
  child.stdin.on("error", () => undefined);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return {
    pid: child.pid ?? 0,
    lines,
    nextLine() {
      if (taken < lines.length) {
        taken += 1;
        return Promise.resolve(lines[taken - 1]);
      }
      if (isOver) return Promise.resolve(undefined);
      return new Promise((resolve) => waiting.push(resolve));
    },
    say: (line) => child.stdin.write(`${line}\n`),
    kill: (signal = "SIGKILL") => child.kill(signal),
    ended,
  };
}
