import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { COMMAND } from "./command.ts";
import { follow } from "./run-command.ts";
import type { Bench } from "./run-command.ts";

/** On a busy machine; what does not come by then does not come. */
const SHOWS_WITHIN_MS = 120_000;

/** The command at a terminal of its own, and the person in front of it. */
export interface Terminal {
  /** Types; `\r` is the return key, `\u0003` Ctrl-C. */
  type(text: string): void;
  /** Resolves once this stands in what was shown after the last thing waited for. */
  shows(text: string): Promise<void>;
  /** All that was shown so far, without the codes that move the cursor. */
  shown(): string;
  /** With the codes. */
  raw(): string;
  /** Exit code of the command. */
  readonly ended: Promise<number>;
}

/** Runs the command on a pseudo terminal, made by util-linux's `script`. */
export function openTerminal(
  bench: Bench,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  // Another program than the command itself.
  program: string = COMMAND,
): Terminal {
  const quoted = [process.execPath, program, ...args].map(
    (word) => `'${word.replaceAll("'", String.raw`'\''`)}'`,
  );
  const command = `stty cols 100 rows 50; ${quoted.join(" ")}; echo "<<exit $?>>"`;
  const child = spawn("script", ["-q", "-e", "-c", command, "/dev/null"], {
    cwd: bench.workspace,
    env: {
      PATH: process.env["PATH"],
      HOME: join(bench.home, ".."),
      WIELD_HOME: bench.home,
      TERM: "xterm-256color",
      NODE_COMPILE_CACHE: join(tmpdir(), "wield-cli-test-cache"),
      ...env,
    },
    stdio: "pipe",
  });
  // A test that fails leaves nobody at its terminal.
  const hangUp = (): boolean => child.kill();
  process.once("exit", hangUp);
  child.on("close", () => process.off("exit", hangUp));
  let all = "";
  let from = 0;
  const looks = new Set<() => void>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    all += text;
    for (const look of looks) look();
  });
  const { ended } = follow(child);
  let isOver = false;
  child.on("close", () => {
    isOver = true;
    for (const look of looks) look();
  });
  const shown = (): string => stripVTControlCharacters(all);
  return {
    type: (text) => void child.stdin.write(text),
    shows: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const at = shown().indexOf(text, from);
          if (at >= 0) {
            from = at + text.length;
            looks.delete(look);
            resolve();
          } else if (isOver) {
            looks.delete(look);
            reject(new Error(`the command ended without showing ${text}:\n${shown()}`));
          } else return;
          clearTimeout(timer);
        };
        const timer = setTimeout(() => {
          looks.delete(look);
          reject(
            new Error(
              `this did not come: ${text}\n${shown().slice(from)}\nbefore it:\n${shown().slice(0, from)}`,
            ),
          );
        }, SHOWS_WITHIN_MS);
        looks.add(look);
        look();
      }),
    shown,
    raw: () => all,
    ended: ended.then(() => Number(/<<exit (\d+)>>/.exec(all)?.[1] ?? Number.NaN)),
  };
}
