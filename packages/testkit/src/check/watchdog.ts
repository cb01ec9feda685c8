import { readFileSync } from "node:fs";

export interface Watchdog {
  /** A sign of life: it may be silent for so long from now on. */
  feed(patienceMs: number): void;
  stop(): void;
}

/** On a machine with much other work a process gets only a part of the time: it has so many times its patience then. */
const MOST_TIMES = 4;

/** Of its patience, the part that a process must really have worked before it counts as hung. */
const WORKED_PART = 1 / 3;

const READ_EVERY_MS = 200;

/**
 * Calls `bite` once a process has been silent for its patience. While it hardly got any time of the processor it is
 * given more, since it is others then who keep it from answering.
 */
export function watchProcess(pid: number | undefined, bite: () => void): Watchdog {
  let timer: NodeJS.Timeout | undefined;
  let read = { at: -Infinity, workedMs: 0 };
  const workedSoFarMs = (): number => {
    // Signs of life come by the thousand.
    const at = performance.now();
    if (at - read.at > READ_EVERY_MS) read = { at, workedMs: workedMsOf(pid) ?? 0 };
    return read.workedMs;
  };
  const wait = (patienceMs: number, times: number, workedBeforeMs: number): void => {
    timer = setTimeout(() => {
      const workedMs = (workedMsOf(pid) ?? Infinity) - workedBeforeMs;
      if (workedMs >= patienceMs * WORKED_PART || times >= MOST_TIMES) bite();
      else wait(patienceMs, times + 1, workedBeforeMs);
    }, patienceMs);
  };
  return {
    feed(patienceMs) {
      clearTimeout(timer);
      wait(patienceMs, 1, workedSoFarMs());
    },
    stop: () => clearTimeout(timer),
  };
}

/** Ticks of Linux are hundredths of a second. */
const TICK_MS = 10;

/** Time of the processor that a process has used; nothing where that cannot be found out. */
function workedMsOf(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // Fields 14 and 15; the second one is a name in brackets that may hold blanks.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
}
