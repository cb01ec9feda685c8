import type { Measurement } from "./read-measurement.ts";

/** By path of a source file: why no test runs it. */
export type CoverageRegister = ReadonlyMap<string, string>;

export interface CoverageVerdict {
  /** What fails the lane, one line each. */
  readonly faults: readonly string[];
  /** What may stay dark, with its reason, one line each. */
  readonly excused: readonly string[];
}

/**
 * A source file of which no line ran is a fault, unless the register names it with a reason. An entry is a fault
 * when its file ran, is gone, or has nothing that could run.
 */
export function judgeCoverage(measured: Measurement, register: CoverageRegister): CoverageVerdict {
  const faults: string[] = [];
  const excused: string[] = [];
  for (const [file, { lines, linesRun }] of measured) {
    if (lines === 0 || linesRun > 0) continue;
    const reason = register.get(file);
    if (reason === undefined) faults.push(`${file}: no line of it ran, and the register has no reason why`);
    else if (reason.trim() === "") faults.push(`${file}: no line of it ran, and its entry gives no reason`);
    else excused.push(`${file}: ${reason}`);
  }
  for (const [file, reason] of register) {
    const why = staleness(measured, file);
    if (why !== undefined) faults.push(`${file}: ${why}; take its entry out of the register (${reason})`);
  }
  return { faults, excused };
}

function staleness(measured: Measurement, file: string): string | undefined {
  const found = measured.get(file);
  if (found === undefined) return "there is no such source file";
  if (found.lines === 0) return "it has no line that could run";
  return found.linesRun > 0 ? `${found.linesRun} of its ${found.lines} lines ran` : undefined;
}
