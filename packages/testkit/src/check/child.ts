// The process in which one tool file is checked. Started by check-tool.ts with Node's permission model: it reads
// everywhere, writes in its scratch folder only, and starts no programs. Reports on descriptor 3.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as fc from "fast-check";
import { isToolDefinition, type ToolDefinition } from "@wield/core";
import { arbitraryInput, type GeneratedInput } from "../inputs/arbitrary-input.ts";
import { blockConnections } from "../watch/block-connections.ts";
import { permitDescriptors } from "../watch/permit-descriptors.ts";
import { compareSnapshots, takeSnapshot } from "../watch/tree-snapshot.ts";
import { watchDenials } from "../watch/watch-denials.ts";
import type { CheckJob } from "./check-job.ts";
import { checkStatically, whyNotRun } from "./check-statically.ts";
import { createChildReport } from "./child-report.ts";
import { CHECKS, RUN_CHECKS } from "./finding.ts";
import { runCancel } from "./run-cancel.ts";
import { runExamples } from "./run-examples.ts";
import { runTimeOut } from "./run-time-out.ts";
import { runDecoding, runGenerated } from "./run-total.ts";
import { createSubject, type Watches } from "./subject.ts";

const REPORT_DESCRIPTOR = 3;
const job = JSON.parse(process.argv[2] ?? "{}") as CheckJob;
const report = createChildReport(REPORT_DESCRIPTOR);

process.on("uncaughtException", (error) => {
  const { check, what } = report.place;
  const message = `${what}: threw outside its call: ${error instanceof Error ? error.message : String(error)}`;
  report.add([{ check: check === "contract" ? "contract" : "total", severity: "fail", message }]);
});

permitDescriptors();
await main();
report.done();
process.exit(0);

async function main(): Promise<void> {
  using denials = watchDenials();
  using connections = blockConnections();
  const watches: Watches = { scratch: job.scratch, denials, connections };
  const tool = await load(watches);
  if (tool === undefined) {
    report.skip(
      CHECKS.filter((check) => check !== "contract"),
      "the file holds no usable tool",
    );
    return;
  }
  report.tool(tool.name);
  report.add(checkStatically(tool));
  const reason = whyNotRun(tool);
  if (reason === undefined) await run(tool, watches);
  else report.skip(RUN_CHECKS, reason);
}

async function load(watches: Watches): Promise<ToolDefinition | undefined> {
  report.at("contract", "loading the file");
  const before = takeSnapshot(watches.scratch);
  const tool = await loadTool();
  const changes = compareSnapshots(before, takeSnapshot(watches.scratch));
  for (const change of changes)
    honestFault(`loading the file ${change.how} ${join(watches.scratch, change.path)}`);
  for (const attempt of watches.denials.take())
    honestFault(`loading the file tried to reach ${attempt.target || attempt.kind}`);
  for (const target of watches.connections.take())
    honestFault(`loading the file tried to connect to ${target}`);
  return tool;
}

function honestFault(message: string): void {
  report.add([{ check: "honest", severity: "fail", message }]);
}

async function loadTool(): Promise<ToolDefinition | undefined> {
  try {
    const loader = (await import(pathToFileURL(job.load).href)) as { loadTool?: (file: string) => unknown };
    const loaded = await loader.loadTool?.(job.file);
    if (isToolDefinition(loaded)) return loaded;
    loadFault("the file has no tool as its default export");
  } catch (error) {
    loadFault(error instanceof Error ? error.message : String(error));
  }
  return undefined;
}

function loadFault(message: string): void {
  report.add([{ check: "contract", severity: "fail", message }]);
}

async function run(tool: ToolDefinition, watches: Watches): Promise<void> {
  const { limits } = job;
  const subject = await createSubject(tool, watches);
  const making = { report, limits };
  await runDecoding(subject, making);
  const isAlive =
    (await runExamples(subject, report, limits)) &&
    (await runCancel(subject, typicalInputs(tool), making)) &&
    (await runTimeOut(subject, typicalInputs(tool), making)) &&
    (await runGenerated(subject, making));
  if (isAlive) report.add(await subject.finish());
  else
    report.skip(
      RUN_CHECKS.filter((check) => check !== "examples"),
      "the rest was left out, since a call did not come back",
    );
}

/** The examples, or a few generated ones where there are none. */
function typicalInputs(tool: ToolDefinition): readonly GeneratedInput[] {
  if (tool.examples.length > 0) return tool.examples.map((example) => example.input);
  return fc.sample(arbitraryInput(tool, "valid"), { numRuns: 3, seed: job.limits.seed });
}
