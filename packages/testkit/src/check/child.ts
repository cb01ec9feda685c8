// The process in which one tool file is checked. Started by start-child.ts with Node's permission model: it reads
// everywhere, writes in its scratch folder only, and starts no programs. Told its job on standard input; reports on
// descriptor 3.
import { readLine } from "./read-line.ts";
import { permitDescriptors } from "../watch/permit-descriptors.ts";
import { watchHost } from "../watch/watch-host.ts";
import type { CheckJob } from "./check-job.ts";
import { checkStatically } from "./check-statically.ts";
import { checkViews } from "./check-views.ts";
import { createChildReport } from "./child-report.ts";
import { printContract } from "./contract-print.ts";
import { CHECKS } from "./finding.ts";
import { loadSubject } from "./load-subject.ts";
import { shiftClock } from "./shift-clock.ts";

const REPORT_DESCRIPTOR = 3;
const job = JSON.parse(readLine()) as CheckJob;
const report = createChildReport(REPORT_DESCRIPTOR, job.token);

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
  using host = watchHost();
  if (job.mode === "load") shiftClock();
  report.at("contract", "loading the file");
  const { tool, services, remarks } = await loadSubject(job, host);
  report.add(remarks);
  if (tool === undefined) {
    report.skip(
      CHECKS.filter((check) => check !== "contract"),
      "the file holds no usable tool",
    );
    return;
  }
  report.tool(tool.name, printContract(tool));
  if (job.mode === "load") return;
  report.add(checkStatically(tool));
  report.at("contract", "asking whether it is available, and for its prompt");
  report.add(checkViews(tool));
  // Costs more to load than all of the above, and is not needed by most files that are wrong.
  const { runChecks } = await import("./run-checks.ts");
  await runChecks(tool, { job, report, host, services });
}
