/** The ten checks, in the order they are reported. */
export const CHECKS = [
  "contract",
  "providers",
  "examples",
  "total",
  "cancel",
  "time-out",
  "output",
  "honest",
  "worded",
  "price",
] as const;

export type CheckName = (typeof CHECKS)[number];

/** The checks that make calls of the tool. */
export const RUN_CHECKS: readonly CheckName[] = [
  "examples",
  "total",
  "cancel",
  "time-out",
  "output",
  "honest",
  "worded",
];

/** `fail`: the tool does not pass. `warn`: a hint for the author. `info`: a fact. */
export type Severity = "fail" | "warn" | "info";

export interface Finding {
  readonly check: CheckName;
  readonly severity: Severity;
  /** Name of the tool, or its file while there is no usable name. */
  readonly tool: string;
  readonly message: string;
}

/** A finding before it is known whose it is. */
export type Remark = Omit<Finding, "tool">;

/** How far an input got. */
export type InputUse = "decoded" | "run" | "example";

/** What came of checking one tool. */
export interface ToolReport {
  readonly tool: string;
  readonly file?: string;
  readonly findings: readonly Finding[];
  /** Checks that were not made, with the reason as a sentence. */
  readonly skipped: ReadonlyMap<CheckName, string>;
  /** How many inputs were decoded and judged, how many generated ones were run, how many examples. */
  readonly inputs: Readonly<Record<InputUse, number>>;
  readonly tookMs: number;
}

/** True when nothing failed. */
export function isPassed(report: ToolReport): boolean {
  return report.findings.every((finding) => finding.severity !== "fail");
}

const MARKS: Readonly<Record<Severity, string>> = { fail: "FAIL", warn: "warn", info: "info" };

/** One line per check: what it found, or `ok`, or why it was not made. */
export function toLines(report: ToolReport): readonly string[] {
  return CHECKS.map((check) => {
    const found = report.findings.filter((finding) => finding.check === check);
    const worst = (["fail", "warn", "info"] as const).find((severity) =>
      found.some((finding) => finding.severity === severity),
    );
    const skipped = report.skipped.get(check);
    const mark = worst === undefined ? (skipped === undefined ? "ok  " : "--  ") : MARKS[worst];
    const texts = found.map((finding) => finding.message.replaceAll(/\s*\n\s*/g, " "));
    if (skipped !== undefined) texts.push(`not made: ${skipped}`);
    return [mark, report.tool, check.padEnd(9), texts.join("; ")].join("  ").trimEnd();
  });
}
