import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { follow } from "./run-command.ts";
import type { Bench, Ended, Started } from "./run-command.ts";

/** The command with a model that answers from a script. */
export const SCRIPTED_PROGRAM = fileURLToPath(
  new URL("../chat/testing/scripted-chat.program.ts", import.meta.url),
);

export interface ScriptedRunOptions {
  readonly input?: string | Uint8Array;
  /** Leaves standard input open. */
  readonly staysOpen?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the scripted command in the bench's workspace. */
export function startScripted(
  bench: Bench,
  args: readonly string[],
  { input = "", staysOpen = false, env }: ScriptedRunOptions = {},
): Started {
  const child = spawn(process.execPath, [SCRIPTED_PROGRAM, ...args], {
    cwd: bench.workspace,
    env: {
      PATH: process.env["PATH"],
      HOME: join(bench.home, ".."),
      WIELD_HOME: bench.home,
      NODE_COMPILE_CACHE: join(tmpdir(), "wield-cli-test-cache"),
      ...env,
    },
    stdio: "pipe",
  });
  child.stdin.on("error", () => undefined);
  if (!staysOpen) child.stdin.end(input);
  return follow(child);
}

export function runScripted(
  bench: Bench,
  args: readonly string[],
  options?: ScriptedRunOptions,
): Promise<Ended> {
  return startScripted(bench, args, options).ended;
}
