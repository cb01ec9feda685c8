import { toolFileIn } from "@wield/app";
import { NotSavedError } from "@wield/core";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { createIo } from "../terminal/io.ts";
import type { Io } from "../terminal/io.ts";
import { ownOutput } from "./own-output.ts";
import { runWield } from "./run-wield.ts";
import type { World } from "./run-wield.ts";

const KEEP_ALIVE_MS = 1 << 30;

/**
 * Runs the command of this process and leaves with its exit code, once all that was written has gone out. A tool
 * that still holds a timer or a socket must not keep the command from ending.
 */
export async function runProcess(argv: readonly string[], version: string): Promise<void> {
  const { env, stdin, stderr } = process;
  const io = createIo({ stdin, stdout: ownOutput(), stderr }, env);
  process.on("uncaughtException", (error: unknown) => outlive(error, io));
  process.on("unhandledRejection", (reason) => outlive(reason, io));
  // Limits and deadlines are timers that keep nothing alive: without this a call that only waits would end here.
  setInterval(() => undefined, KEEP_ALIVE_MS);
  let code: number;
  try {
    code = await runHere(argv, { io, env, version });
  } catch (error) {
    code = tellOwnFault(error, io);
  }
  await Promise.all([io.out.flush(), io.err.flush()]);
  process.exit(code);
}

async function runHere(argv: readonly string[], world: Omit<World, "cwd">): Promise<number> {
  let cwd: string;
  try {
    cwd = process.cwd();
  } catch {
    world.io.err.line("the current folder is gone: it was removed while this shell was in it");
    world.io.err.line("Hint: cd to a folder that exists.");
    return USAGE_EXIT;
  }
  return runWield(argv, { ...world, cwd });
}

/**
 * A promise or a timer that a tool file forgot must not end the calls of others. What else nobody catches is a fault
 * of Wield's own and ends it.
 */
function outlive(error: unknown, io: Io): void {
  const file = error instanceof Error ? toolFileIn(error.stack ?? "") : "a tool file";
  if (file === undefined) process.exit(tellOwnFault(error, io));
  io.err.line(`error: ${io.err.foreign(`${file} failed outside of its call: ${messageOf(error)}`)}`);
}

function tellOwnFault(error: unknown, io: Io): number {
  if (error instanceof Error && "syscall" in error && error.syscall === "write") {
    // A full disk behind `>`: everything else that writes answers for itself.
    io.err.line(`the output cannot be written: ${error.message}`);
    return 1;
  }
  if (error instanceof NotSavedError) {
    io.err.line(error.message);
    io.err.line("Hint: wield doctor says what is wrong with the home.");
    return 1;
  }
  const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.err.line(`wield failed, which is a fault of its own: ${why}`);
  return 1;
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === "string" ? error : `it threw a ${typeof error}`;
}
