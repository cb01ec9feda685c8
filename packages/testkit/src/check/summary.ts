import { isPassed, type CheckName, type Finding, type InputUse, type ToolReport } from "./finding.ts";

export interface SummaryFacts {
  /** How long all of it took. */
  readonly tookMs: number;
  /** Files that gave no tool to check. */
  readonly unloadable?: number;
}

/** What was checked, with how much, and how it went, in one line. */
export function summarise(reports: readonly ToolReport[], { tookMs, unloadable = 0 }: SummaryFacts): string {
  const failed = reports.filter((report) => !isPassed(report)).length + unloadable;
  const total = (use: InputUse): number => reports.reduce((sum, { inputs }) => sum + inputs[use], 0);
  const notRun = reports.filter(({ inputs }) => Object.values(inputs).every((count) => count === 0)).length;
  const done = [
    `ran ${total("example")} example(s) and ${total("run")} generated input(s)`,
    `judged ${total("decoded")}`,
    ...(notRun === 0 ? [] : [`${notRun} tool(s) not called`]),
    `${(tookMs / 1000).toFixed(1)} s`,
  ];
  const verdict = failed === 0 ? "all pass" : `${failed} failed`;
  return `${reports.length + unloadable} checked, ${verdict}: ${done.join(", ")}`;
}

/** A report as JSON holds it. */
export interface ReportJson {
  readonly tool: string;
  readonly file?: string;
  readonly isPassed: boolean;
  readonly findings: readonly Omit<Finding, "tool">[];
  /** Reasons by check. */
  readonly skipped: Partial<Readonly<Record<CheckName, string>>>;
  readonly inputs: ToolReport["inputs"];
  readonly tookMs: number;
}

export function reportJson({ tool, file, findings, skipped, inputs, tookMs }: ToolReport): ReportJson {
  return {
    tool,
    ...(file === undefined ? {} : { file }),
    isPassed: findings.every(({ severity }) => severity !== "fail"),
    findings: findings.map(({ check, severity, message }) => ({ check, severity, message })),
    skipped: Object.fromEntries(skipped),
    inputs,
    tookMs,
  };
}
