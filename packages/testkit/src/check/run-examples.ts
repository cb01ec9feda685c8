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
    report.at("examples", label);
    const wait = after(limits.runLimitMs + limits.patienceMs);
    const seen = await subject.call(example.input, { label, limitMs: limits.runLimitMs, giveUp: wait.over });
    wait.cancel();
    if (seen === undefined) {
      report.add([
        hung(
          `${label}: never returned: it was given ${seconds(limits.runLimitMs)} and outlived that by more than ${seconds(limits.patienceMs)}`,
        ),
      ]);
      return false;
    }
    const { outcome } = seen;
    if (outcome.status !== "ok") {
      const how =
        outcome.call.stage === "decode" ? "is not valid" : `ended as ${outcome.status} (${outcome.code})`;
      report.add([{ check: "examples", severity: "fail", message: `${label} ${how}: ${outcome.message}` }]);
    }
    report.add(judgeRun(tool, seen));
  }
  return true;
}

function hung(message: string): Remark {
  return { check: "time-out", severity: "fail", message };
}
