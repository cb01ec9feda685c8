import type { TerminalBench } from "../terminal-bench.ts";
import { generator } from "./generator.ts";
import { FRIENDLY, HOSTILE } from "./soak-commands.data.ts";
import { usedHeap } from "./used-heap.ts";
import { untilNothingIsLeft } from "./what-is-held.ts";

export interface ManyOptions {
  readonly commands: number;
  /** So many of them want to break the session; which one is first depends on the seed. */
  readonly hostile: number;
  readonly seed: number;
  readonly open: () => Promise<TerminalBench>;
  /** Of the machine that the commands run on. */
  readonly path: string;
  readonly alsoLeft?: () => readonly string[];
}

interface ManyReport {
  readonly commands: number;
  readonly hostile: number;
  /** Of the heap after the first tenth; 1 is flat. A short run, or one beside others, says nothing by it. */
  readonly memoryRatio: number;
  readonly faults: readonly string[];
}

/** One session that is used for long, and attacked now and then: it answers after each attack, and nothing is left. */
export async function manyCommands(options: ManyOptions): Promise<ManyReport> {
  const { commands, hostile, path } = options;
  const random = generator(options.seed);
  const faults: string[] = [];
  const place = await options.open();
  const every = Math.floor(commands / hostile);
  let attacks = 0;
  let firstHeap: number | undefined;
  for (let number = 1; number <= commands; number += 1) {
    if (number % every === 0 && attacks < hostile) {
      const command = HOSTILE[(options.seed + attacks) % HOSTILE.length] ?? "true";
      attacks += 1;
      await place.run(command, { timeout: 1 });
      // A person would set these right as well.
      if (/PATH|umask|rmdir/.test(command))
        await place.run(`export PATH='${path}' HOME=/tmp; umask 022; cd '${place.home}'`);
      const answer = await place.run("echo still $((20 + 3))");
      if (!answer.startsWith("still 23\n")) faults.push(`after ${command}: ${answer.slice(0, 300)}`);
    } else {
      await place.run(FRIENDLY[random(FRIENDLY.length)] ?? "true");
    }
    // The bench keeps records and stored outputs in memory; the product does not.
    place.bench.forget();
    if (number === Math.ceil(commands / 10)) firstHeap = await usedHeap();
  }
  const memoryRatio = (await usedHeap()) / (firstHeap ?? (await usedHeap()));
  await place[Symbol.asyncDispose]();
  const held = await untilNothingIsLeft(options.alsoLeft);
  for (const left of held) faults.push(`left after the session: ${left}`);
  return { commands, hostile: attacks, memoryRatio, faults };
}
