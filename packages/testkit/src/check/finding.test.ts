// Prevents: a report that hides a failed check behind a later one, or says ok to a check that was not made.
import { expect, test } from "vitest";
import { isPassed, toLines, toShortLine, type ToolReport } from "./finding.ts";

const report: ToolReport = {
  tool: "t",
  findings: [
    { check: "contract", severity: "warn", tool: "t", message: "a hint" },
    { check: "contract", severity: "fail", tool: "t", message: "a fault\n  in two lines" },
    { check: "price", severity: "info", tool: "t", message: "57 tokens" },
  ],
  skipped: new Map([["cancel", "it connects"]]),
  inputs: { decoded: 0, run: 0, example: 0 },
  tookMs: 0,
};

test("every message has a line, the worst of a check first, and a check without one says ok", () => {
  const lines = toLines(report);
  expect(lines).toHaveLength(11);
  expect(lines[0]).toBe("FAIL  t  contract   a fault in two lines");
  expect(lines[1]).toBe("warn  t  contract   a hint");
  expect(lines[2]).toBe("ok    t  providers");
  expect(lines).toContain("--    t  cancel     not made: it connects");
  expect(lines.at(-1)).toBe("info  t  price      57 tokens");
});

test("a hint does not fail a tool, a fault does", () => {
  expect(isPassed(report)).toBe(false);
  expect(
    isPassed({ ...report, findings: report.findings.filter((finding) => finding.severity !== "fail") }),
  ).toBe(true);
});

test("a tool has one short line only when there is nothing to say but its price", () => {
  const clean = { ...report, findings: report.findings.slice(2), skipped: new Map() };
  expect(toShortLine(clean)).toBe("ok    t  9 checks, 57 tokens");
  expect(toShortLine(report)).toBeUndefined();
  expect(toShortLine({ ...clean, skipped: report.skipped })).toBeUndefined();
  const hint = { check: "price", severity: "warn", tool: "t", message: "700 tokens" } as const;
  expect(toShortLine({ ...clean, findings: [hint] })).toBeUndefined();
  expect(toShortLine({ ...clean, findings: [...clean.findings, hint] })).toBeUndefined();
});
