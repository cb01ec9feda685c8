import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import {
  type CallOutcome,
  type Json,
  Processes,
  type ProcessesDriver,
  renderOutcome,
  type ToolSettings,
} from "@wield/core";
import { createLocalProcesses, createSandbox, SessionProcesses, systemClock } from "@wield/host";
import { type BenchCallOptions, createTestBench, type TestBench } from "@wield/testkit";
import { loadBuiltInTool } from "@wield/tools";
import { openCallProcesses } from "@wield/host";

export interface TerminalBench extends AsyncDisposable {
  readonly bench: TestBench;
  /** Where sessions start, as the place of the commands calls it. */
  readonly home: string;
  call(tool: string, input: Json, options?: BenchCallOptions): Promise<CallOutcome>;
  /** A command of the session; what a model reads of it. */
  run(command: string, more?: { readonly [name: string]: Json }, options?: BenchCallOptions): Promise<string>;
  write(path: string, text: string): Promise<void>;
  read(path: string): Promise<string>;
  /** How many processes there have this text in their command line. */
  alive(text: string): Promise<number>;
  /** Ends a session as the product does. */
  endSession(sessionId: string): Promise<void>;
  readonly driver: ProcessesDriver;
}

export interface TerminalPlace {
  readonly driver: ProcessesDriver;
  readonly bench: TestBench;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly wantedShell?: string;
  readonly idleMs?: number;
  alive(text: string): Promise<number>;
  dispose?(): Promise<void>;
}

export interface BenchOptions {
  /** In bubblewrap where it works, as the product does. */
  readonly isSandboxed?: boolean;
  /** Puts something around the driver. */
  readonly wrap?: (driver: ProcessesDriver) => ProcessesDriver;
  readonly settings?: Partial<ToolSettings>;
  readonly env?: Readonly<Record<string, string>>;
  readonly wantedShell?: string;
  readonly idleMs?: number;
}

let benches = 0;

/** The tools on sessions of a driver. */
export async function openTerminalBench(
  makePlace: (services: Parameters<typeof createTestBench>[0]) => Promise<TerminalPlace>,
  settings: Partial<ToolSettings> = {},
): Promise<TerminalBench> {
  const sessions = new Map<string, SessionProcesses>();
  benches += 1;
  const number = benches;
  let place: TerminalPlace | undefined;
  let ids = 0;
  const sessionOf = (sessionId: string): SessionProcesses => {
    const known = sessions.get(sessionId);
    if (known !== undefined) return known;
    if (place === undefined) throw new Error("the place is not there yet");
    const { driver, home, env, wantedShell, idleMs = 3_600_000 } = place;
    const session = new SessionProcesses({
      driver,
      clock: systemClock,
      mark: `test${process.pid}n${number}s${sessions.size}x${ids}`,
      home,
      readEnv: async () => env,
      ...(wantedShell === undefined ? {} : { wantedShell }),
      idleMs,
      makeId: () => {
        ids += 1;
        return `proc_${String(ids).padStart(4, "0")}`;
      },
    });
    sessions.set(sessionId, session);
    return session;
  };
  const tools = await Promise.all(["terminal", "process", "read_output"].map(loadTool));
  const made = await makePlace({
    tools,
    settings,
    services: [
      { token: Processes, open: (scope) => openCallProcesses(scope, sessionOf(scope.call.sessionId)) },
    ],
  });
  place = made;
  const { bench, home, driver, alive } = made;
  const call: TerminalBench["call"] = (tool, input, options) => bench.call(tool, input, options);
  const endSession = async (sessionId: string): Promise<void> => {
    const session = sessions.get(sessionId);
    sessions.delete(sessionId);
    await session?.close();
  };
  return {
    bench,
    home,
    driver,
    call,
    alive,
    run: async (command, more = {}, options = {}) =>
      renderOutcome(await call("terminal", { command, ...more }, options)),
    write: (path, text) => bench.write(path, text),
    read: (path) => bench.read(path),
    endSession,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(Array.from(sessions.keys(), endSession));
      await driver.close();
      await made.dispose?.();
      await bench.dispose();
    },
  };
}

/** On this machine. */
export function openLocalBench(options: BenchOptions = {}): Promise<TerminalBench> {
  return openTerminalBench(async (benchOptions) => {
    const bench = await createTestBench(benchOptions);
    const { PATH = "/usr/bin:/bin", HOME = bench.home } = process.env;
    const { wantedShell, idleMs } = options;
    const places = { workspace: bench.root, writable: [], readable: [], hidden: [], home: bench.home };
    const sandbox = createSandbox({ ...places, kind: "auto", network: "on" });
    const driver = createLocalProcesses(options.isSandboxed === true ? { sandbox } : {});
    return {
      driver: options.wrap?.(driver) ?? driver,
      bench,
      home: bench.root,
      env: {
        PATH,
        HOME,
        TERM: "dumb",
        GIT_EDITOR: "false",
        EDITOR: "false",
        GIT_SEQUENCE_EDITOR: "false",
        ...options.env,
      },
      ...(wantedShell === undefined ? {} : { wantedShell }),
      ...(idleMs === undefined ? {} : { idleMs }),
      alive: async (text) => countLocally(text),
    };
  }, options.settings);
}

/** Processes of this machine that have the text in their command line. */
export function countLocally(text: string): number {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ").includes(text);
    } catch {
      return false;
    }
  }).length;
}

async function loadTool(name: string) {
  const tool = await loadBuiltInTool(name);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  return tool;
}

/** Looks until it is so, for at most a minute. */
export async function eventually<Value>(
  look: () => Promise<Value>,
  isRight: (seen: Value) => boolean,
  limitMs = 60_000,
): Promise<Value> {
  const end = performance.now() + limitMs;
  for (;;) {
    const seen = await look();
    if (isRight(seen) || performance.now() > end) return seen;
    await pause(20);
  }
}

/** A number of seconds that no other test sleeps for. */
export function uniqueSleep(number: number): string {
  return `${number}${process.pid}${Math.floor(performance.now())}`.slice(0, 12);
}
