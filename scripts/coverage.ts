// The measured lane: runs all tests with coverage and fails when a source file has no line that ran and no entry with
// a reason in scripts/measured-lane/register.json, or when an entry there is stale. With --again the last measurement is
// judged once more, after the register was edited.
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { judgeCoverage } from "./measured-lane/judge-coverage.ts";
import { measure, measurementFolder } from "./measured-lane/measure.ts";
import { readMeasurement } from "./measured-lane/read-measurement.ts";
import { readRegister } from "./measured-lane/read-register.ts";

const { values } = parseArgs({ options: { root: { type: "string" }, again: { type: "boolean" } } });
const root = realpathSync(values.root ?? fileURLToPath(new URL("..", import.meta.url)));
const folder = measurementFolder(root);

const code = values.again === true ? 0 : await measure(root);
if (code === 0) judge();
else {
  console.error("a test failed, so nothing can be said about coverage");
  process.exitCode = code;
}

function judge(): void {
  const measured = readMeasurement(root, folder);
  const { faults, excused } = judgeCoverage(
    measured,
    readRegister(join(root, "scripts/measured-lane/register.json")),
  );
  for (const line of excused) console.log(`not run, with a reason: ${line}`);
  for (const fault of faults) console.error(fault);
  const [lines, run] = [...measured.values()].reduce(
    ([all, ran], file) => [all + file.lines, ran + file.linesRun],
    [0, 0],
  );
  console.log(`${measured.size} source files: ${run} of ${lines} lines ran, ${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
}
