// Prevents: a summary that says less was wrong, or more was tried, than is so; and JSON without the reasons.
import { expect, test } from "vitest";
import type { ToolReport } from "./finding.ts";
import { reportJson, summarise } from "./summary.ts";

const good: ToolReport = {
  tool: "good",
  file: "/tools/good.ts",
  findings: [{ check: "price", severity: "info", tool: "good", message: "9 tokens" }],
  skipped: new Map(),
  inputs: { decoded: 2000, run: 200, example: 2 },
  tookMs: 1500,
};

const bad: ToolReport = {
  tool: "bad",
  findings: [{ check: "honest", severity: "fail", tool: "bad", message: "wrote a file" }],
  skipped: new Map([["cancel", "it connects"]]),
  inputs: { decoded: 0, run: 0, example: 0 },
  tookMs: 600,
};

test("the summary tells how many tools, how they did, and how many inputs", () => {
  expect(summarise([good], { tookMs: 1500 })).toBe(
    "1 checked, all pass: ran 2 example(s) and 200 generated input(s), judged 2000, 1.5 s",
  );
  expect(summarise([good, good, bad], { tookMs: 3600, unloadable: 1 })).toBe(
    "4 checked, 2 failed: ran 4 example(s) and 400 generated input(s), judged 4000, 1 tool(s) not called, 3.6 s",
  );
});

test("JSON holds the reasons why checks were not made", () => {
  expect(JSON.parse(JSON.stringify(reportJson(bad)))).toEqual({
    tool: "bad",
    isPassed: false,
    findings: [{ check: "honest", severity: "fail", message: "wrote a file" }],
    skipped: { cancel: "it connects" },
    inputs: { decoded: 0, run: 0, example: 0 },
    tookMs: 600,
  });
  expect(reportJson(good)).toMatchObject({ file: "/tools/good.ts", isPassed: true });
});
