// Prevents: a report that hides a failed check behind a later one, or says ok to a check that was not made.
import { expect, test } from "vitest";
import { isPassed, toLines, type ToolReport } from "./finding.ts";

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

test("there is one line per check, with the worst mark and every message", () => {
  const lines = toLines(report);
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe("FAIL  t  contract   a hint; a fault in two lines");
  expect(lines[1]).toBe("ok    t  providers");
  expect(lines).toContain("--    t  cancel     not made: it connects");
  expect(lines.at(-1)).toBe("info  t  price      57 tokens");
});

test("a hint does not fail a tool, a fault does", () => {
  expect(isPassed(report)).toBe(false);
  expect(
    isPassed({ ...report, findings: report.findings.filter((finding) => finding.severity !== "fail") }),
  ).toBe(true);
});
