import type { ToolDefinition } from "@wield/core";
import type { HostWatch } from "../watch/watch-host.ts";
import type { CheckJob } from "./check-job.ts";
import type { ChildReport } from "./child-report.ts";
import { RUN_CHECKS } from "./finding.ts";
import type { FixtureService } from "./fixture-service.ts";
import { liveCalls, typicalInputs } from "./live-calls.ts";
import { readLine } from "./read-line.ts";
import { runCancel } from "./run-cancel.ts";
import { judgeExamples, runExamples } from "./run-examples.ts";
import { runTimeOut } from "./run-time-out.ts";
import { runDecoding, runGenerated } from "./run-total.ts";
import { createSubject, type Subject } from "./subject.ts";
import { missingServices, whyConnecting } from "./why-not-run.ts";

interface Checking {
  readonly job: CheckJob;
  readonly report: ChildReport;
  readonly host: HostWatch;
  readonly services: readonly FixtureService[];
}

/** The checks that make calls, as far as they may be made. */
export async function runChecks(tool: ToolDefinition, checking: Checking): Promise<void> {
  const { job, report, host, services } = checking;
  const { limits } = job;
  const subject = await createSubject(tool, { scratch: job.scratch, host, services });
  const inputs = typicalInputs(tool, limits);
  report.at("total", "finding out what its calls touch");
  const judged = [];
  for (const input of inputs) judged.push(await subject.judge(input));
  const connecting = whyConnecting(tool, judged);
  const missing = missingServices(
    tool,
    services.map(({ provider }) => provider.token.name),
  );
  if (connecting !== undefined && job.mode !== "live")
    return report.skip(RUN_CHECKS, `${connecting}; --live makes its calls`);
  if (missing !== undefined) return report.skip(RUN_CHECKS, missing);
  if (connecting !== undefined) {
    report.askToConnect(liveCalls(tool, limits));
    if (readLine() !== "true")
      return report.skip(RUN_CHECKS, `${connecting}, and its calls were not allowed`);
    subject.letConnect();
  }
  await makeCalls(subject, checking, connecting !== undefined);
}

/** Others may see the calls of a tool that connects: so it gets those that were listed, and no generated ones. */
async function makeCalls(subject: Subject, { job, report }: Checking, isLive: boolean): Promise<void> {
  const { tool } = subject;
  const { limits } = job;
  const making = { report, limits };
  const inputs = typicalInputs(tool, limits);
  await runDecoding(subject, making);
  await judgeExamples(subject, report);
  const isAlive =
    (await runExamples(subject, report, limits)) &&
    (await runCancel(subject, inputs, making)) &&
    (await runTimeOut(subject, inputs, making)) &&
    (isLive || (await runGenerated(subject, making)));
  if (isAlive) report.add(await subject.finish());
  else
    report.skip(
      RUN_CHECKS.filter((check) => check !== "examples"),
      "the rest was left out, since a call did not come back",
    );
}
