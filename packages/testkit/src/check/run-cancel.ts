import type { GeneratedInput } from "../inputs/arbitrary-input.ts";
import type { CheckLimits } from "./check-job.ts";
import type { ChildReport } from "./child-report.ts";
import { judgeRun } from "./judge-run.ts";
import { after, seconds } from "./patience.ts";
import type { Subject } from "./subject.ts";

/** Instants after the start of a call at which it is aborted, in milliseconds. */
export const ABORT_AFTER_MS = [0, 5, 50];

/** Aborts calls at several instants. False when one outlived its abort. */
export async function runCancel(
  subject: Subject,
  inputs: readonly GeneratedInput[],
  { report, limits }: { readonly report: ChildReport; readonly limits: CheckLimits },
): Promise<boolean> {
  for (const [index, input] of inputs.entries()) {
    for (const delayMs of ABORT_AFTER_MS) {
      const label = `input ${index + 1}, aborted after ${delayMs} ms`;
      report.at("cancel", label);
      const aborting = new AbortController();
      const abort = after(delayMs);
      const wait = after(delayMs + limits.patienceMs);
      void abort.over.then(() => aborting.abort());
      const seen = await subject.call(input, {
        label,
        limitMs: limits.runLimitMs,
        signal: aborting.signal,
        giveUp: wait.over,
      });
      abort.cancel();
      wait.cancel();
      if (seen === undefined) {
        const message = `${label}: outlived the abort by more than ${seconds(limits.patienceMs)}; listen to ctx.signal`;
        report.add([{ check: "cancel", severity: "fail", message }]);
        return false;
      }
      report.add(judgeRun(subject.tool, seen));
    }
  }
  return true;
}
