import type { CheckLimits } from "./check-job.ts";
import type { CheckName, Remark } from "./finding.ts";

/** What a checking process said last that it was about to do. */
export interface ChildPlace {
  readonly check: CheckName;
  readonly what: string;
}

interface EarlyEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly isHung: boolean;
  readonly place: ChildPlace;
  readonly limits: CheckLimits;
  /** From its standard error. */
  readonly errors: string;
}

/** Why the process ended before it was through, with what it was doing. */
export function describeEarlyEnd({ code, signal, isHung, place, limits, errors }: EarlyEnd): Remark {
  const { check, what } = place;
  if (isHung) {
    const message = `${what}: never returned and blocked its process; it was ended after ${limits.hangMs / 1000} s`;
    return { check: check === "examples" ? "time-out" : check, severity: "fail", message };
  }
  if (/heap out of memory|heap limit/i.test(errors)) {
    return { check, severity: "fail", message: `${what}: used more than ${limits.memoryMb} MB of memory` };
  }
  const how = signal === null ? `exit code ${code}` : signal;
  const lines = errors.trim().split("\n");
  const said = lines.find((line) => /^\w*Error\b/.test(line)) ?? lines[0] ?? "";
  const message = `${what}: ended its process (${how})${said === "" ? "" : `: ${said}`}`;
  return { check, severity: "fail", message };
}
