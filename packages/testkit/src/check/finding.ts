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

const SEVERITIES: readonly Severity[] = ["fail", "warn", "info"];
const MARKS: Readonly<Record<Severity, string>> = { fail: "FAIL", warn: "warn", info: "info" };

/** For each check, in their order, a line per finding, the worst first, or why it was not made, or `ok`. */
export function toLines(report: ToolReport): readonly string[] {
  const line = (mark: string, check: CheckName, text: string): string =>
    [mark, report.tool, check.padEnd(9), text].join("  ").trimEnd();
  return CHECKS.flatMap((check) => {
    const found = report.findings.filter((finding) => finding.check === check);
    const skipped = report.skipped.get(check);
    const lines = SEVERITIES.flatMap((severity) =>
      found
        .filter((finding) => finding.severity === severity)
        .map(({ message }) => line(MARKS[severity], check, message.replaceAll(/\s*\n\s*/g, " "))),
    );
    if (skipped !== undefined) lines.push(line("--  ", check, `not made: ${skipped}`));
    return lines.length === 0 ? [line("ok  ", check, "")] : lines;
  });
}

/** One line for a tool of which there is nothing to say; nothing when there is. */
export function toShortLine(report: ToolReport): string | undefined {
  const [price, ...more] = report.findings;
  if (price === undefined || more.length > 0 || price.check !== "price") return undefined;
  if (price.severity !== "info" || report.skipped.size > 0) return undefined;
  return `ok    ${report.tool}  ${CHECKS.length - 1} checks, ${price.message}`;
}
