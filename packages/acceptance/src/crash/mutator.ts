import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { commandEnvironment } from "../command/wield.ts";
import type { Beginning, MutatorReport } from "./mutator-report.ts";

const PROGRAM = join(import.meta.dirname, "mutator.program.ts");

export interface MutatorOptions {
  readonly home: string;
  readonly workspace: string;
  /** In the workspace; its own. */
  readonly folder: string;
  readonly seed: number;
  readonly asks: boolean;
}

/** One process that changes files, and what is known of its files by what it told. */
export interface Mutator {
  readonly pid: number;
  /** As the journal and the marks name it: id and start time. */
  readonly owner: string;
  readonly folder: string;
  /** sha256 of what each of its files has to hold, by path. */
  readonly expected: Map<string, string>;
  /** The change it had begun and not ended. */
  pending(): Beginning | undefined;
  /** Calls that it knows to have ended. */
  readonly ended: readonly Extract<MutatorReport, { readonly kind: "end" }>[];
  /** Resolves when it is about to make its next change but `count`. */
  begins(count: number): Promise<void>;
  /** Stands still, with all its threads, until `goOn`. */
  standStill(): Promise<void>;
  goOn(): void;
  /** SIGKILL; resolves when it is gone and all it told was heard. */
  kill(): Promise<void>;
}

/** Starts one and waits until it changes files; `expected` is what its folder holds from before. */
export async function startMutator(
  options: MutatorOptions,
  expected = new Map<string, string>(),
): Promise<Mutator> {
  const { home, workspace, folder, seed, asks } = options;
  mkdirSync(join(workspace, folder), { recursive: true });
  const child = spawn(process.execPath, [PROGRAM, folder, String(seed), asks ? "asks" : ""], {
    cwd: workspace,
    env: commandEnvironment({ home }),
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  // Also when it stands still and this process is ended.
  const endIt = (): void => void child.kill("SIGKILL");
  process.on("exit", endIt);
  const gone = once(child, "close").finally(() => process.off("exit", endIt));
  const pipe = child.stdio[3];
  if (!(pipe instanceof Readable)) throw new Error("descriptor 3 is not a pipe");
  const lines = createInterface({ input: pipe });
  const heardAll = once(lines, "close");
  const ended: Extract<MutatorReport, { readonly kind: "end" }>[] = [];
  let pending: Beginning | undefined;
  let begun = 0;
  const waiting = new Set<() => void>();
  const isReady = new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => {
      const told = JSON.parse(line) as MutatorReport;
      if (told.kind === "ready") resolve();
      if (told.kind === "begin") {
        pending = told;
        begun += 1;
      }
      if (told.kind === "end") {
        if (pending !== undefined && told.status === "ok") expected.set(told.path, pending.after);
        pending = undefined;
        ended.push(told);
      }
      for (const look of waiting) look();
    });
    void gone.then(() => reject(new Error("the mutator ended before it was ready")));
  });
  await isReady;
  const pid = child.pid ?? 0;
  return {
    pid,
    owner: `${pid}.${startTimeOf(pid)}`,
    folder,
    expected,
    pending: () => pending,
    ended,
    begins: (count) => {
      const wanted = begun + count + 1;
      return new Promise((resolve, reject) => {
        const look = (): void => {
          if (begun < wanted) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        void gone.then(() => reject(new Error(`mutator ${pid} ended by itself`)));
      });
    },
    async standStill() {
      child.kill("SIGSTOP");
      while (!isStopped(pid)) await delay(1);
    },
    goOn: () => void child.kill("SIGCONT"),
    async kill() {
      child.kill("SIGKILL");
      await Promise.all([gone, heardAll]);
    },
  };
}

/** Whether each thread of the process stands. */
function isStopped(pid: number): boolean {
  return readdirSync(`/proc/${pid}/task`).every((task) =>
    "Tt".includes(statOf(`${pid}/task/${task}`)[0] ?? ""),
  );
}

function startTimeOf(pid: number): string {
  return statOf(String(pid))[19] ?? "";
}

/** The fields behind the name, which may hold blanks itself. */
function statOf(process: string): readonly string[] {
  const stat = readFileSync(`/proc/${process}/stat`, "latin1");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}
