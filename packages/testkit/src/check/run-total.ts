import * as fc from "fast-check";
import { arbitraryInput, type GeneratedInput } from "../inputs/arbitrary-input.ts";
import type { CheckLimits } from "./check-job.ts";
import type { ChildReport } from "./child-report.ts";
import { brokeHow, judgeRun } from "./judge-run.ts";
import { quoteInput } from "./observation.ts";
import { after, seconds } from "./patience.ts";
import type { Subject } from "./subject.ts";

/** Longer than any decoding of one call may take. */
const SLOW_MS = 1000;

interface Making {
  readonly report: ChildReport;
  readonly limits: CheckLimits;
}

/** Generated inputs through decoding, `effects` and the guards, none of which may throw or hang. */
export async function runDecoding(subject: Subject, { report, limits }: Making): Promise<void> {
  const { tool } = subject;
  const inputs = fc.oneof(
    arbitraryInput(tool, "near_valid"),
    arbitraryInput(tool, "valid"),
    arbitraryInput(tool, "hostile"),
  );
  await search(inputs, { runs: limits.decodeRuns, seed: limits.seed, report }, async (input) => {
    report.at("total", `decoding ${quoteInput(input)}`);
    const startedAt = performance.now();
    const outcome = await subject.judge(input);
    const tookMs = performance.now() - startedAt;
    if (tookMs > SLOW_MS) return `took ${seconds(Math.round(tookMs))} to decode`;
    return brokeHow(outcome);
  });
}

/** Generated inputs through the tool's `run`. False when one did not come back. */
export async function runGenerated(subject: Subject, { report, limits }: Making): Promise<boolean> {
  const { tool } = subject;
  const inputs = fc.oneof(
    { arbitrary: arbitraryInput(tool, "valid"), weight: 3 },
    { arbitrary: arbitraryInput(tool, "hostile"), weight: 2 },
    { arbitrary: arbitraryInput(tool, "near_valid"), weight: 1 },
  );
  let isHung = false;
  await search(inputs, { runs: limits.bodyRuns, seed: limits.seed, report }, async (input) => {
    if (isHung) return undefined;
    const label = `input ${quoteInput(input)}`;
    report.at("total", label);
    const wait = after(limits.runLimitMs + limits.patienceMs);
    const seen = await subject.call(input, { label, limitMs: limits.runLimitMs, giveUp: wait.over });
    wait.cancel();
    if (seen === undefined || (seen.outcome.status !== "ok" && seen.outcome.code === "timeout")) {
      isHung = true;
      return `did not return within ${seconds(limits.runLimitMs)}`;
    }
    report.add(judgeRun(tool, seen));
    return brokeHow(seen.outcome);
  });
  return !isHung;
}

interface Search {
  readonly runs: number;
  readonly seed: number;
  readonly report: ChildReport;
}

/** Looks for an input for which `fault` answers, makes it as small as it can, and reports it. */
async function search(
  inputs: fc.Arbitrary<GeneratedInput>,
  { runs, seed, report }: Search,
  fault: (input: GeneratedInput) => Promise<string | undefined>,
): Promise<void> {
  const found = new Map<string, string>();
  const property = fc.asyncProperty(inputs, async (input) => {
    const what = await fault(input);
    if (what !== undefined) found.set(quoteInput(input), what);
    return what === undefined;
  });
  const details = await fc.check(property, { numRuns: runs, seed });
  if (!details.failed) return;
  const [smallest] = details.counterexample ?? [];
  const shown = quoteInput(smallest ?? null);
  const what = found.get(shown) ?? details.errorInstance ?? "failed";
  const message = `input ${shown} ${String(what)} (seed ${seed})`;
  report.add([{ check: "total", severity: "fail", message }]);
}
