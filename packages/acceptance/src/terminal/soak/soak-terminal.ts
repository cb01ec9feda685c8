import { setTimeout as pause } from "node:timers/promises";
import type { TerminalBench } from "../terminal-bench.ts";
import { generator } from "./generator.ts";
import { FRIENDLY, HOSTILE, JOBS } from "./soak-commands.data.ts";
import { usedHeap } from "./used-heap.ts";
import { type Held, whatIsHeld } from "./what-is-held.ts";

export interface SoakOptions {
  readonly seconds: number;
  readonly seed: number;
  readonly sessions: number;
  /** One bench is used up in each round: its sessions begin, work, and end. */
  readonly open: () => Promise<TerminalBench>;
  /** Of the machine that the commands run on. */
  readonly path: string;
  /** What else must be gone after a round, such as containers. */
  readonly alsoLeft?: () => readonly string[];
}

interface SoakReport {
  readonly rounds: number;
  readonly commands: number;
  readonly hostile: number;
  readonly jobs: number;
  readonly cancelled: number;
  /** Of the heap after the first round; 1 is flat. */
  readonly memoryRatio: number;
  readonly faults: readonly string[];
}

const GONE_WITHIN_MS = 30_000;

/** Sessions of all kinds, again and again: whatever they start or hold must be gone after each round. */
export async function soakTerminal(options: SoakOptions): Promise<SoakReport> {
  const counts = { commands: 0, hostile: 0, jobs: 0, cancelled: 0 };
  const faults: string[] = [];
  const end = performance.now() + options.seconds * 1000;
  let rounds = 0;
  let first: (Held & { readonly heap: number }) | undefined;
  let ratio = 1;
  do {
    const seed = options.seed + rounds;
    const place = await options.open();
    const random = generator(seed);
    await Promise.all(
      Array.from({ length: options.sessions }, (_, index) =>
        workOn(place, { session: `ses_${index}`, random, counts, faults, end, path: options.path }),
      ),
    );
    await place[Symbol.asyncDispose]();
    rounds += 1;
    const held = await settled(options, first);
    for (const left of [...held.processes, ...held.folders, ...(options.alsoLeft?.() ?? [])])
      faults.push(`left after the round of seed ${seed}: ${left}`);
    const heap = await usedHeap();
    // The first round loads what stays.
    first ??= { ...held, heap };
    if (held.descriptors > first.descriptors)
      faults.push(`descriptors grew from ${first.descriptors} to ${held.descriptors}`);
    if (held.sockets > first.sockets) faults.push(`sockets grew from ${first.sockets} to ${held.sockets}`);
    ratio = heap / first.heap;
  } while (performance.now() < end && faults.length === 0);
  if (ratio > 1.5) faults.push(`memory in use grew ${ratio.toFixed(2)} times`);
  return { rounds, ...counts, memoryRatio: ratio, faults };
}

interface Work {
  readonly session: string;
  readonly random: (below: number) => number;
  readonly counts: { commands: number; hostile: number; jobs: number; cancelled: number };
  readonly faults: string[];
  readonly end: number;
  readonly path: string;
}

async function workOn(place: TerminalBench, work: Work): Promise<void> {
  const { session, random, counts, faults, path } = work;
  const sessionId = session;
  const run = (command: string, timeout = 60): Promise<string> =>
    place.run(command, { timeout }, { sessionId });
  const jobs: string[] = [];
  for (let count = 0; count < 30 && performance.now() < work.end; count += 1) {
    const kind = random(10);
    if (kind < 6) {
      counts.commands += 1;
      await run(FRIENDLY[random(FRIENDLY.length)] ?? "true");
    } else if (kind < 7) {
      const command = HOSTILE[random(HOSTILE.length)] ?? "true";
      counts.hostile += 1;
      await run(command, 1);
      // A person would set these right as well.
      if (/PATH|umask|rmdir/.test(command))
        await run(`export PATH='${path}' HOME=/tmp; umask 022; cd '${place.home}'`);
      const answer = await run("echo still $((20 + 3))");
      if (!answer.startsWith("still 23\n")) faults.push(`after ${command}: ${answer.slice(0, 300)}`);
    } else if (kind < 8) {
      counts.jobs += 1;
      const command = JOBS[random(JOBS.length)] ?? "true";
      const timeout = random(2) === 0 ? 1 : 0;
      const started = await place.call("terminal", { command, background: true, timeout }, { sessionId });
      const { process_id: id = "" } = (started.data ?? {}) as { readonly process_id?: string };
      if (id !== "") jobs.push(id);
    } else if (kind < 9) {
      const id = jobs[random(Math.max(1, jobs.length))];
      const action = ["poll", "kill", "log", "write"][random(4)] ?? "poll";
      if (id !== undefined)
        await place.call(
          "process",
          { action, process_id: id, ...(action === "write" ? { input: "x\n" } : {}) },
          { sessionId },
        );
    } else {
      counts.cancelled += 1;
      const controller = new AbortController();
      const called = place.call(
        "terminal",
        { command: "echo begun; sleep 100 & sleep 100" },
        { sessionId, signal: controller.signal },
      );
      await pause(random(40));
      controller.abort();
      await called;
    }
    // The bench keeps records and stored outputs in memory; the product does not.
    place.bench.forget();
  }
  await place.endSession(session);
}

/** What ended may need a moment to be gone. */
async function settled({ alsoLeft }: SoakOptions, first: Held | undefined): Promise<Held> {
  const limit = performance.now() + GONE_WITHIN_MS;
  for (;;) {
    const held = whatIsHeld();
    const isGone =
      held.processes.length + held.folders.length + (alsoLeft?.().length ?? 0) === 0 &&
      (first === undefined || (held.descriptors <= first.descriptors && held.sockets <= first.sockets));
    if (isGone || performance.now() > limit) return held;
    await pause(50);
  }
}
