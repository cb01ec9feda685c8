import {
  type BackgroundProcess,
  type Clock,
  fail,
  type FailedResult,
  type Outcome,
  value,
} from "@wield/core";
import type { RunningProcess } from "./background-process.ts";

const MOST_RUNNING = 32;
const MOST_ENDED = 64;
const KEPT_AFTER_END_MS = 60 * 60 * 1000;
const MOST_LISTED = 20;

/** The background processes of one session, the oldest first. What runs is never dropped. */
export class BackgroundList {
  readonly #processes = new Map<string, RunningProcess>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether one more may be started. */
  room(): FailedResult | undefined {
    const running = this.running().length;
    if (running < MOST_RUNNING) return undefined;
    return fail("too_many_processes", `${running} background processes are running in this session`, {
      hint: "look at them with process list, and end one with process kill.",
    });
  }

  add(id: string, process: RunningProcess): void {
    this.#processes.set(id, process);
    this.forgetOld();
  }

  get(id: string): Outcome<RunningProcess> {
    this.forgetOld();
    const found = this.#processes.get(id);
    if (found !== undefined) return value(found);
    const known = this.list().map(
      ({ id: own, status, command }) => `${own} (${status}: ${shortened(command)})`,
    );
    const more = known.length > MOST_LISTED ? ` and ${known.length - MOST_LISTED} more` : "";
    return fail("unknown_process", `no process ${id} in this session`, {
      hint:
        known.length === 0
          ? "there are no background processes in this session."
          : `known are ${known.slice(0, MOST_LISTED).join(", ")}${more}.`,
    });
  }

  list(): readonly BackgroundProcess[] {
    this.forgetOld();
    return [...this.#processes.values()].map((process) => process.facts());
  }

  running(): readonly RunningProcess[] {
    return [...this.#processes.values()].filter(({ isRunning }) => isRunning);
  }

  /** Those that ended too long ago, and the oldest of too many. */
  forgetOld(): void {
    const now = this.#clock.now();
    const ended = [...this.#processes].filter(([, { isRunning }]) => !isRunning);
    ended.sort(([, first], [, second]) => (first.endedAt ?? 0) - (second.endedAt ?? 0));
    for (const [index, [id, { endedAt = now }]] of ended.entries()) {
      const isTooMany = ended.length - index > MOST_ENDED;
      if (isTooMany || now - endedAt > KEPT_AFTER_END_MS) this.#processes.delete(id);
    }
  }
}

function shortened(command: string): string {
  const line = command.replaceAll(/\s+/g, " ").trim();
  return line.length <= 60 ? line : `${line.slice(0, 59)}…`;
}
