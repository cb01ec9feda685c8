import { canonicalJson, type CallOutcome, type Json } from "@wield/core";
import type { CheckLimits } from "./check-job.ts";
import type { ChildReport } from "./child-report.ts";
import type { Remark } from "./finding.ts";
import { judgeRun } from "./judge-run.ts";
import { after, seconds } from "./patience.ts";
import type { Subject } from "./subject.ts";

/** Runs every example on the fixture folder. False when one of them did not come back: then nothing more can be run. */
export async function runExamples(
  subject: Subject,
  report: ChildReport,
  limits: CheckLimits,
): Promise<boolean> {
  const { tool } = subject;
  for (const [index, example] of tool.examples.entries()) {
    const label = `example ${index + 1}`;
    report.at("examples", label, "example");
    const wait = after(limits.runLimitMs + limits.patienceMs);
    const seen = await subject.call(example.input, { label, limitMs: limits.runLimitMs, giveUp: wait.over });
    wait.cancel();
    if (seen === undefined) {
      const message = `${label}: never returned: it was given ${seconds(limits.runLimitMs)} and outlived that by more than ${seconds(limits.patienceMs)}`;
      report.add([{ check: "time-out", severity: "fail", message }]);
      return false;
    }
    const { outcome } = seen;
    if (outcome.status !== "ok") report.add([exampleFault(label, failedHow(outcome))]);
    report.add(judgeRun(tool, seen));
  }
  return true;
}

/** What happens to an example before `run`: it decodes, its effects are the same each time, its preview can be made. */
export async function judgeExamples(subject: Subject, report: ChildReport): Promise<void> {
  for (const [index, { input }] of subject.tool.examples.entries()) {
    const label = `example ${index + 1}`;
    report.at("examples", `${label}, its effects`);
    const [first, second] = [await subject.judge(input), await subject.judge(input)].map(({ call }) =>
      canonicalJson(JSON.parse(JSON.stringify(call.effects)) as Json),
    );
    if (first !== second) {
      const message = `${label}: its effects differ from call to call: ${first} and ${second}`;
      report.add([{ check: "honest", severity: "fail", message }]);
    }
    report.at("examples", `${label}, its preview`);
    const problem = await subject.previewProblem(input);
    if (problem !== undefined) report.add([exampleFault(label, `has no preview: ${problem}`)]);
  }
}

function failedHow(outcome: Exclude<CallOutcome, { readonly status: "ok" }>): string {
  const how =
    outcome.call.stage === "decode" ? "is not valid" : `ended as ${outcome.status} (${outcome.code})`;
  return `${how}: ${outcome.message}`;
}

function exampleFault(label: string, how: string): Remark {
  return { check: "examples", severity: "fail", message: `${label} ${how}` };
}
