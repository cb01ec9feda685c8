import { spawn } from "node:child_process";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createIdSource, createLocalProcesses, SessionProcesses, systemClock } from "@wield/host";
import type { Measurement } from "../measurement.ts";
import { interleaved, median } from "../statistics.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const ROUNDS = 200;
const MANY_ROUNDS = 5;
const MANY_BYTES = 100_000_000;
const NS_PER_MS = 1_000_000;

/** Grows without end where nothing bounds it. */
const MANY = `yes 0123456789012345678901234567890123456789012345678901234567890 | head -c ${MANY_BYTES}`;

/** Half of them ignore being asked to end. */
const TREE = `for i in $(seq 50); do sh -c 'trap "" TERM; sleep 600; :' & done; wait`;

/** The session's shell: a command's round trip, much output, and the end of a tree of processes. */
export const terminal: Measurement = {
  name: "terminal",
  async run() {
    await using folder = await temporaryFolder();
    const driver = createLocalProcesses();
    const ids = createIdSource();
    const { PATH = "/usr/bin:/bin" } = process.env;
    const session = new SessionProcesses({
      driver,
      clock: systemClock,
      mark: `bench${process.pid}`,
      home: folder.workspace,
      readEnv: async () => ({ PATH, TERM: "dumb" }),
      idleMs: 3_600_000,
      makeId: () => ids.next("proc_"),
    });
    const run = async (command: string, signal = new AbortController().signal): Promise<number> => {
      const before = performance.now();
      const ended = await session.run({ command, signal });
      if (!ended.ok) throw new Error(ended.message);
      const took = performance.now() - before;
      ended.value.spill?.close();
      return took;
    };
    for (let count = 0; count < 20; count += 1) await run("printf ok");
    const [roundTrip = Number.NaN, bare = Number.NaN] = await interleaved(ROUNDS, [
      () => run("printf ok"),
      () => bareShell(),
    ]);

    const delay = monitorEventLoopDelay({ resolution: 1 });
    const memory = process.memoryUsage().rss;
    const times: number[] = [];
    delay.enable();
    for (let count = 0; count < MANY_ROUNDS; count += 1) times.push(await run(MANY));
    delay.disable();
    // Before the reference, which takes a buffer for each piece it reads.
    const grown = (process.memoryUsage().rss - memory) / 1_000_000;
    const bareTimes: number[] = [];
    for (let count = 0; count < MANY_ROUNDS; count += 1) bareTimes.push(await bareShell(MANY));

    const teardowns: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      const controller = new AbortController();
      const ended = run(TREE, controller.signal);
      await new Promise((resolve) => setTimeout(resolve, 500));
      const before = performance.now();
      controller.abort();
      await ended;
      teardowns.push(performance.now() - before);
    }
    await session.close();
    await driver.close();
    return [
      {
        what: "printf ok",
        value: roundTrip,
        unit: "ms",
        reference: { what: "ms bash -c in a process of its own", value: bare },
        goal: { atMost: 2, of: "value" },
      },
      {
        what: "100 MB of output",
        value: median(times),
        unit: "ms",
        reference: { what: "ms read and dropped", value: median(bareTimes) },
        goal: { atMost: 500, of: "value" },
      },
      {
        what: "longest stall meanwhile",
        value: delay.max / NS_PER_MS,
        unit: "ms",
        goal: { atMost: 50, of: "value" },
      },
      { what: "memory grown by 5 times 100 MB", value: grown, unit: "MB", goal: { atMost: 64, of: "value" } },
      {
        what: "end of 100 processes, half of them unwilling",
        value: median(teardowns),
        unit: "ms",
        goal: { atMost: 2500, of: "value" },
      },
    ];
  },
};

function bareShell(command = "printf ok"): Promise<number> {
  const before = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["-c", command], { stdio: ["ignore", "pipe", "ignore"] });
    child.stdout.resume();
    child.once("close", () => resolve(performance.now() - before)).once("error", reject);
  });
}
