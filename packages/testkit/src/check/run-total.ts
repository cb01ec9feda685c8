import * as fc from "fast-check";
import { arbitraryInput, type GeneratedInput } from "../inputs/arbitrary-input.ts";
import type { CheckLimits } from "./check-job.ts";
import type { ChildReport } from "./child-report.ts";
import { brokeHow, judgeRun } from "./judge-run.ts";
import { quoteInput } from "./observation.ts";
import { after, seconds } from "./patience.ts";
import type { Subject } from "./subject.ts";

/**
 * Longer than the processor may be busy with one call. Its own time is taken, not that of the clock: other programs
 * of the machine are not the tool's fault, and waiting has its own limit.
 */
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
    report.at("total", `decoding ${quoteInput(input)}`, "decoded");
    const judged = async (): Promise<string | undefined> => brokeHow(await subject.judge(input));
    const [broke, busyMs] = await timed(judged);
    if (broke !== undefined || busyMs <= SLOW_MS) return broke;
    const [, againMs] = await timed(judged);
    return againMs > SLOW_MS ? `took ${seconds(Math.round(againMs))} to decode` : undefined;
  });
}

/** What came of it, and for how long the processor was busy, in milliseconds. */
async function timed<Result>(work: () => Promise<Result>): Promise<readonly [Result, number]> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1000];
}

/** Generated inputs through the tool's `run`. False when one did not come back. */
export async function runGenerated(subject: Subject, { report, limits }: Making): Promise<boolean> {
  const { tool } = subject;
  const inputs = fc.oneof(
    { arbitrary: arbitraryInput(tool, "valid"), weight: 3 },
    { arbitrary: arbitraryInput(tool, "hostile"), weight: 2 },
    { arbitrary: arbitraryInput(tool, "near_valid"), weight: 1 },
  );
  // No more calls then, not even to find a smaller input: each may take as long.
  let isOver = false;
  let hasReturned = true;
  const callWith = async (input: GeneratedInput) => {
    const label = `input ${quoteInput(input)}`;
    report.at("total", label, "run");
    const wait = after(limits.runLimitMs + limits.patienceMs);
    const seen = await subject.call(input, { label, limitMs: limits.runLimitMs, giveUp: wait.over });
    wait.cancel();
    return seen;
  };
  await search(inputs, { runs: limits.bodyRuns, seed: limits.seed, report }, async (input) => {
    if (isOver) return undefined;
    const seen = await callWith(input);
    if (seen === undefined || (seen.outcome.status !== "ok" && seen.outcome.code === "timeout")) {
      isOver = true;
      hasReturned = false;
      return `did not return within ${seconds(limits.runLimitMs)}`;
    }
    report.add(judgeRun(tool, seen));
    const broke = brokeHow(seen.outcome);
    if (broke !== undefined || seen.busyMs <= SLOW_MS) return broke;
    const again = await callWith(input);
    if (again !== undefined && again.busyMs <= SLOW_MS) return undefined;
    isOver = true;
    return `kept its process busy for ${seconds(Math.round(seen.busyMs))}`;
  });
  return hasReturned;
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
