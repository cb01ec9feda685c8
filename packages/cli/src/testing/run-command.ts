import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { COMMAND } from "./command.ts";

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** A folder to work in and a home of its own, on disk. */
export interface Bench {
  readonly workspace: string;
  readonly home: string;
  /** Writes a file below the workspace; `home/…` and absolute paths go there. */
  write(path: string, content: string | Uint8Array): string;
  /** Runs the command from source and waits for its end. */
  run(args: readonly string[], options?: RunOptions): Promise<Ended>;
  /** Starts it without waiting. */
  start(args: readonly string[], options?: RunOptions): Started;
  remove(): void;
}

interface RunOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves once this text stands in what was written. */
  seen(text: string | RegExp): Promise<void>;
}

export function makeBench(): Bench {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "wield-cli-")));
  const workspace = join(root, "work");
  const home = join(root, "home");
  mkdirSync(workspace);
  mkdirSync(home, { mode: 0o700 });
  const environment = (env: RunOptions["env"]): NodeJS.ProcessEnv => ({
    PATH: process.env["PATH"],
    HOME: root,
    WIELD_HOME: home,
    NODE_COMPILE_CACHE: join(tmpdir(), "wield-cli-test-cache"),
    ...env,
  });
  const bench: Bench = {
    workspace,
    home,
    write(path, content) {
      const place = path.startsWith("home/") ? join(root, path) : join(workspace, path);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, content);
      return place;
    },
    run: (args, options) => bench.start(args, options).ended,
    start(args, { input, env, cwd = workspace } = {}) {
      const child = spawn(process.execPath, [COMMAND, ...args], {
        cwd,
        env: environment(env),
        stdio: "pipe",
      });
      child.stdin.on("error", () => undefined);
      child.stdin.end(input ?? "");
      return follow(child);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
  return bench;
}

export function follow(child: ChildProcess): Started {
  let out = "";
  let err = "";
  const waiting = new Set<() => void>();
  const note = (): void => waiting.forEach((look) => look());
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    out += text;
    note();
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    err += text;
    note();
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      resolve({ code, signal, out, err });
      note();
    });
  });
  let isOver = false;
  void ended.then(() => (isOver = true)).catch(() => (isOver = true));
  return {
    child,
    ended,
    seen: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const all = out + err;
          if (typeof text === "string" ? all.includes(text) : text.test(all)) {
            waiting.delete(look);
            resolve();
          } else if (isOver || child.exitCode !== null) {
            waiting.delete(look);
            reject(new Error(`it ended without ${String(text)}:\n${all}`));
          }
        };
        waiting.add(look);
        look();
      }),
  };
}
