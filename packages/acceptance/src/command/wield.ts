import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { tmpdir } from "node:os";

/** What tests start: the command from source, or the built one that WIELD_TEST_COMMAND names. */
export const COMMAND =
  process.env["WIELD_TEST_COMMAND"] ??
  join(dirname(createRequire(import.meta.url).resolve("wield")), "main.ts");

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly home?: string;
  /** Added to a small environment; `undefined` takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Uint8Array;
  /** For Node itself, before the command. */
  readonly nodeFlags?: readonly string[];
  /** What runs: the built command, or (default) the one from source. */
  readonly main?: string;
  /** Killed, and the run rejects, after this. Default 120 000. */
  readonly limitMs?: number;
}

export function commandEnvironment({ home, env = {} }: CommandOptions): NodeJS.ProcessEnv {
  const all: NodeJS.ProcessEnv = {
    PATH: process.env["PATH"],
    TMPDIR: tmpdir(),
    NODE_COMPILE_CACHE: join(tmpdir(), "wield-acceptance-cache"),
    ...(home === undefined ? {} : { HOME: dirname(home), WIELD_HOME: home }),
    ...env,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

export function startWield(args: readonly string[], options: CommandOptions = {}): ChildProcess {
  const { main = COMMAND, nodeFlags = [], cwd } = options;
  return spawn(process.execPath, [...nodeFlags, main, ...args], {
    env: commandEnvironment(options),
    stdio: "pipe",
    ...(cwd === undefined ? {} : { cwd }),
  });
}

/** Runs the command with its standard input closed (or given) and waits for its end. */
export function runWield(args: readonly string[], options: CommandOptions = {}): Promise<Ended> {
  const { input, limitMs = 120_000 } = options;
  const child = startWield(args, options);
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(input ?? "");
  return ended(child, { limitMs, what: `wield ${args.join(" ").slice(0, 200)}` });
}

export function ended(
  child: ChildProcess,
  { limitMs, what }: { readonly limitMs: number; readonly what: string },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    let out = "";
    let err = "";
    let isOverdue = false;
    const limit = setTimeout(() => {
      isOverdue = true;
      child.kill("SIGKILL");
    }, limitMs);
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (err += text));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(limit);
      if (isOverdue) reject(new Error(`${what} did not end within ${limitMs} ms\n${out}${err}`));
      else resolve({ code, signal, out, err });
    });
  });
}
