import type { GeneratedInput } from "../inputs/arbitrary-input.ts";
import type { CheckLimits } from "./check-job.ts";
import type { ChildReport } from "./child-report.ts";
import { judgeRun } from "./judge-run.ts";
import type { Observation } from "./observation.ts";
import { after, seconds } from "./patience.ts";
import type { Subject } from "./subject.ts";

/** So short that whatever waits for something runs into it. */
const SHORT_LIMIT_MS = 50;

const NAMES_LIMIT = /\d|limit|time|too long/i;

/** Gives calls a short limit. False when one outlived it. */
export async function runTimeOut(
  subject: Subject,
  inputs: readonly GeneratedInput[],
  { report, limits }: { readonly report: ChildReport; readonly limits: CheckLimits },
): Promise<boolean> {
  for (const [index, input] of inputs.entries()) {
    const label = `input ${index + 1}, limited to ${seconds(SHORT_LIMIT_MS)}`;
    report.at("time-out", label);
    const wait = after(SHORT_LIMIT_MS + limits.patienceMs);
    const seen = await subject.call(input, { label, limitMs: SHORT_LIMIT_MS, giveUp: wait.over });
    wait.cancel();
    if (seen === undefined || outlived(seen, limits)) {
      const message = `${label}: outlived its limit by more than ${seconds(limits.patienceMs)}; listen to ctx.signal`;
      report.add([{ check: "time-out", severity: "fail", message }]);
      return false;
    }
    const { outcome } = seen;
    if (outcome.status !== "ok" && outcome.code === "timeout" && !NAMES_LIMIT.test(outcome.message)) {
      const message = `${label}: its failure does not say that the limit was reached: "${outcome.message}"`;
      report.add([{ check: "time-out", severity: "fail", message }]);
    }
    report.add(judgeRun(subject.tool, seen));
  }
  return true;
}

/** A tool that blocks the thread lets no timer fire: its own duration tells. */
function outlived(seen: Observation, limits: CheckLimits): boolean {
  return seen.outcome.call.durationMs > SHORT_LIMIT_MS + limits.patienceMs;
}
