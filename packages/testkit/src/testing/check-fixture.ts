import { fileURLToPath } from "node:url";
import type { CheckLimits } from "../check/check-job.ts";
import { checkTool, type ToolFileCheck } from "../check/check-tool.ts";
import type { CheckName, Severity, ToolReport } from "../check/finding.ts";

export const FIXTURES = new URL("../../fixtures/", import.meta.url);

const LOADER = fileURLToPath(new URL("load-tool.ts", FIXTURES));

/** For tools that hang, so that waiting for them does not take long. */
export const IMPATIENT: Partial<CheckLimits> = { runLimitMs: 1000, patienceMs: 300, hangMs: 3000 };

/** What a second load would find of a tool that is the same each time: most tests can do without it. */
const SAME_EACH_TIME = { remarks: [], printed: "" };

interface FixtureCheck extends Partial<Omit<ToolFileCheck, "probe">> {
  /** The file is loaded once more for comparison, as the command does. */
  readonly isLoadedTwice?: boolean;
}

/** Checks a tool below `fixtures/` with few inputs. */
export function checkFixture(
  path: string,
  { isLoadedTwice = false, ...limits }: FixtureCheck = {},
): Promise<ToolReport> {
  return checkTool({
    file: fileURLToPath(new URL(path, FIXTURES)),
    load: LOADER,
    decodeRuns: 60,
    bodyRuns: 40,
    memoryMb: 96,
    ...limits,
    ...(isLoadedTwice ? {} : { probe: SAME_EACH_TIME }),
  });
}

/** What a check found, by its severity. */
export function messagesOf(
  report: ToolReport,
  name: CheckName,
  severity: Severity = "fail",
): readonly string[] {
  return report.findings
    .filter((finding) => finding.check === name && finding.severity === severity)
    .map((finding) => finding.message);
}
