import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { CRASH_AT_VARIABLE } from "./crash-points.ts";

/** When the process is to die: standing at a named point, or some time after it came to one. */
export type KillInstant = { readonly at: string } | { readonly after: string; readonly delayMs: number };

export interface CrashRun {
  /** A program that calls `crashPoints().reach(...)`. Run by this Node. */
  readonly script: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly kill: KillInstant;
  /** A process that lives longer is killed and the run rejects. Default 120 000. */
  readonly limitMs?: number;
}

export interface CrashOutcome {
  /** False when the process had ended by itself before its instant came. */
  readonly wasKilled: boolean;
  /** Of a process that ended by itself. */
  readonly exitCode: number | null;
  readonly pid: number;
  /** The points it came to, in order. */
  readonly points: readonly string[];
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts a program and ends it with SIGKILL at the chosen instant. What it left on disk is for the caller to look at. */
export async function runUntilKilled(run: CrashRun): Promise<CrashOutcome> {
  const child = spawn(process.execPath, [run.script, ...(run.args ?? [])], {
    env: {
      ...process.env,
      ...run.env,
      ...("at" in run.kill ? { [CRASH_AT_VARIABLE]: run.kill.at } : {}),
    },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const points: string[] = [];
  let wasKilled = false;
  let isOverdue = false;
  const kill = (): void => {
    wasKilled = child.kill("SIGKILL") || wasKilled;
  };
  let delay: NodeJS.Timeout | undefined;
  const limit = setTimeout(() => {
    isOverdue = true;
    child.kill("SIGKILL");
  }, run.limitMs ?? 120_000);

  const exited = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  const output = Promise.all([text(pipeOf(child, 1)), text(pipeOf(child, 2))]);
  const lines = createInterface({ input: pipeOf(child, 3) });
  lines.on("line", (point) => {
    points.push(point);
    if ("at" in run.kill && point === run.kill.at) kill();
    if ("after" in run.kill && point === run.kill.after) delay ??= setTimeout(kill, run.kill.delayMs);
  });

  const [exitCode, signal] = await exited;
  clearTimeout(limit);
  clearTimeout(delay);
  const [stdout, stderr] = await output;
  if (isOverdue) {
    const last = points.at(-1) ?? "no point";
    throw new Error(
      `${run.script} did not end within ${run.limitMs ?? 120_000} ms; it had come to ${last}\n${stderr}`,
    );
  }
  return {
    wasKilled: wasKilled && signal === "SIGKILL",
    exitCode,
    pid: child.pid ?? 0,
    points,
    stdout,
    stderr,
  };
}

function pipeOf(child: ChildProcess, descriptor: 1 | 2 | 3): Readable {
  const pipe = child.stdio[descriptor];
  if (!(pipe instanceof Readable)) throw new Error(`descriptor ${descriptor} of the process is not a pipe`);
  return pipe;
}
