// Prevents: a tool that lies, hangs, throws or fails without a word and passes the check all the same; and a good
// tool that is troubled with a finding.
import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import type { CheckLimits } from "./check-job.ts";
import { checkTool } from "./check-tool.ts";
import { isPassed, toLines, type CheckName, type ToolReport } from "./finding.ts";

const fixtures = new URL("../../fixtures/", import.meta.url);

/** For tools that hang, so that waiting for them does not take long. */
const impatient: Partial<CheckLimits> = { runLimitMs: 1000, patienceMs: 300, hangMs: 3000 };

const hanging = ["effects-spin", "ignores-abort", "ignores-limit", "late-without-a-word"];

function check(path: string, limits: Partial<CheckLimits> = {}): Promise<ToolReport> {
  return checkTool({
    file: fileURLToPath(new URL(path, fixtures)),
    load: fileURLToPath(new URL("load-tool.ts", fixtures)),
    decodeRuns: 60,
    bodyRuns: 40,
    memoryMb: 96,
    ...limits,
  });
}

function scratchFolders(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith("wield-check-"));
}

const leftBefore = new Set(scratchFolders());

afterAll(() => {
  // Nothing of a check stays in the temporary folder, also when its process was killed.
  expect(scratchFolders().filter((name) => !leftBefore.has(name))).toEqual([]);
});

test.concurrent.each(["word-count", "append-line", "wait"])(
  "a correct tool passes without a finding: %s",
  async (name) => {
    const report = await check(`good-tools/${name}.ts`);
    expect(report.findings).toEqual([
      {
        check: "price",
        severity: "info",
        tool: name.replace("-", "_"),
        message: expect.stringMatching(/^\d+ tokens$/),
      },
    ]);
    expect(report.skipped.size).toBe(0);
    expect(isPassed(report)).toBe(true);
  },
);

/** File below wrong-tools, the check that fails, and what its message must say. */
const faults: readonly (readonly [file: string, check: CheckName, message: RegExp])[] = [
  ["broken-definition", "contract", /tool "Broken Definition": name must match/],
  ["no-default-export", "contract", /no tool as its default export/],
  ["throws", "total", /^input .* threw: throws failed with (SyntaxError|URIError).*\(seed 1\)$/],
  ["returns-a-number", "total", /returned no result/],
  ["effects-throw", "total", /threw: what effects_throw would touch could not be found out/],
  ["effects-spin", "total", /decoding .*\*.*never returned and blocked its process/],
  ["ends-the-process", "examples", /example 1: ended its process \(exit code 3\)/],
  ["eats-memory", "examples", /example 1: used more than 96 MB of memory/],
  ["throws-later", "total", /example 1: threw outside its call: nobody waits for this/],
  ["ignores-abort", "cancel", /outlived the abort by more than 0.3 s/],
  ["ignores-limit", "time-out", /limited to 0.05 s: outlived its limit/],
  ["late-without-a-word", "time-out", /does not say that the limit was reached/],
  ["too-large", "output", /example 1: its result has 18.0 MB/],
  ["half-a-character", "output", /half a surrogate pair/],
  ["control-codes", "output", /control code U\+001B/],
  ["writes-elsewhere", "honest", /example 1: tried to write \/var\/tmp\/wield-lie.txt past its services/],
  ["starts-a-program", "honest", /example 1: tried to start the program date/],
  ["connects-past-network", "honest", /example 1: tried to connect to 127.0.0.1:18080/],
  ["undeclared-path", "honest", /example 1: created length.txt, which is not among the effects/],
  ["writes-later", "honest", /created .*late.txt (past its files service|after its calls had ended)/],
  ["writes-while-loading", "honest", /loading the file created .*loaded.txt/],
  ["empty-message", "worded", /failed without a message/],
  ["no-value", "worded", /names no value: "no such place"/],
  ["stack-trace", "worded", /shows a stack trace: Error: no city/],
];

test.concurrent.each(faults)("a wrong tool is found out: %s fails %s", async (file, failing, message) => {
  const report = await check(`wrong-tools/${file}.ts`, hanging.includes(file) ? impatient : {});
  expect(report.findings).toContainEqual({
    check: failing,
    severity: "fail",
    tool: expect.any(String),
    message: expect.stringMatching(message),
  });
  expect(isPassed(report)).toBe(false);
});

test.concurrent("C-003: a parameter without a description fails the check by name, at every depth", async () => {
  const report = await check("wrong-tools/no-parameter-description.ts");
  const messages = report.findings.filter((finding) => finding.severity === "fail");
  expect(messages).toEqual([
    { check: "contract", severity: "fail", tool: "t", message: 'parameter "q" has no description' },
    {
      check: "contract",
      severity: "fail",
      tool: "t",
      message: 'parameter "edits[].old_string" has no description',
    },
  ]);
  expect(toLines(report)[0]).toMatch(/^FAIL {2}t {2}contract .*"q"/);
});

test.concurrent("a file without a usable tool passes no check", async () => {
  const lines = toLines(await check("wrong-tools/no-default-export.ts"));
  expect(lines.filter((line) => line.startsWith("ok"))).toEqual([]);
  expect(lines[1]).toBe("--    no-default-export.ts  providers  not made: the file holds no usable tool");
});

test.concurrent("C-017: a tool that says it only reports and writes is caught, through its files service and past it", async () => {
  const through = await check("wrong-tools/writes-through-files.ts");
  expect(failuresOf(through, "honest")[0]).toBe(
    "example 1: asked its files service to write counted.txt, but mutates is false",
  );
  const past = await check("wrong-tools/writes-past-files.ts");
  expect(failuresOf(past, "honest")[0]).toBe(
    "example 1: created lie.txt past its files service, but mutates is false",
  );
  expect(through.tool).toBe("writes_through_files");
  expect(past.tool).toBe("writes_past_files");
  expect(existsSync("lie.txt")).toBe(false);
});

test.concurrent("C-017: a tool that never returns is ended and fails, whether it waits or blocks", async () => {
  const waits = await check("wrong-tools/never-returns.ts", impatient);
  expect(failuresOf(waits, "time-out")).toEqual([
    "example 1: never returned: it was given 1 s and outlived that by more than 0.3 s",
  ]);
  expect(waits.skipped.get("cancel")).toMatch(/did not come back/);
  const blocks = await check("wrong-tools/spins.ts", impatient);
  expect(failuresOf(blocks, "time-out")).toEqual([
    "example 1: never returned and blocked its process; it was ended after 3 s",
  ]);
});

test.concurrent("C-017: a tool that says it changes something and never does gets a hint, not a failure", async () => {
  const report = await check("wrong-tools/changes-nothing.ts");
  const hints = report.findings.filter((finding) => finding.severity === "warn");
  expect(hints).toEqual([
    expect.objectContaining({ check: "honest", message: expect.stringContaining("nothing changed in") }),
  ]);
  expect(isPassed(report)).toBe(true);
});

test.concurrent("a change past the files service that is within what the tool says gets a hint, since it cannot be undone", async () => {
  const report = await check("wrong-tools/cannot-be-undone.ts");
  expect(report.findings).toContainEqual(
    expect.objectContaining({
      check: "honest",
      severity: "warn",
      message: expect.stringContaining("out.txt past its files service"),
    }),
  );
  expect(isPassed(report)).toBe(true);
});

test.concurrent("C-018: an example that is not valid and one that fails are named with their number", async () => {
  const invalid = await check("wrong-tools/example-not-valid.ts");
  expect(failuresOf(invalid, "examples")).toEqual([expect.stringMatching(/^example 2 is not valid: .*text/)]);
  const failing = await check("wrong-tools/example-fails.ts");
  expect(failuresOf(failing, "examples")).toEqual([
    expect.stringMatching(/^example 1 ended as failed .*no-such-file.md/),
  ]);
});

test("every wrong tool has a test", () => {
  const apart = [
    "no-parameter-description",
    "writes-through-files",
    "writes-past-files",
    "never-returns",
    "spins",
  ];
  const more = ["changes-nothing", "cannot-be-undone", "example-not-valid", "example-fails"];
  const unrun = ["no-verb", "short-description", "empty-object-parameter", "dear"];
  const named = [...faults.map(([file]) => file), ...apart, ...more, ...unrun];
  const files = readdirSync(new URL("wrong-tools", fixtures)).map((name) => name.replace(".ts", ""));
  expect(named.toSorted()).toEqual(files.toSorted());
});

function failuresOf(report: ToolReport, name: CheckName): readonly string[] {
  return report.findings
    .filter((finding) => finding.check === name && finding.severity === "fail")
    .map((finding) => finding.message);
}
