// Prevents: a tool that lies, hangs, throws or fails without a word and passes the check all the same; and a good
// tool that is troubled with a finding.
import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { checkDefinition, checkTool } from "./check-tool.ts";
import { isPassed, toLines, type CheckName, type ToolReport } from "./finding.ts";

const fixtures = new URL("../../fixtures/", import.meta.url);

function check(path: string): Promise<ToolReport> {
  return checkTool({
    file: fileURLToPath(new URL(path, fixtures)),
    load: fileURLToPath(new URL("load-tool.ts", fixtures)),
    decodeRuns: 60,
    bodyRuns: 60,
    runLimitMs: 1000,
    patienceMs: 300,
    hangMs: 2500,
    memoryMb: 96,
  });
}

test.each(["word-count", "append-line", "wait"])(
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
  ["no-verb", "contract", /no verb/],
  ["short-description", "contract", /7 characters; say in at least 20/],
  ["empty-object-parameter", "providers", /Google refuses options: properties is empty/],
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

test.each(faults)("a wrong tool is found out: %s fails %s", async (file, failing, message) => {
  const report = await check(`wrong-tools/${file}.ts`);
  const ofCheck = report.findings.filter(
    (finding) => finding.check === failing && finding.severity === "fail",
  );
  expect(ofCheck[0]?.message).toMatch(message);
  expect(isPassed(report)).toBe(false);
});

test("C-003: a parameter without a description fails the check by name, at every depth", async () => {
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

test("C-017: a tool that says it only reports and writes is caught, through its files service and past it", async () => {
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

test("C-017: a tool that never returns is ended and fails, whether it waits or blocks", async () => {
  const waits = await check("wrong-tools/never-returns.ts");
  expect(failuresOf(waits, "time-out")).toEqual([
    "example 1: never returned: it was given 1 s and outlived that by more than 0.3 s",
  ]);
  expect(waits.skipped.get("cancel")).toMatch(/did not come back/);
  const blocks = await check("wrong-tools/spins.ts");
  expect(failuresOf(blocks, "time-out")).toEqual([
    "example 1: never returned and blocked its process; it was ended after 2.5 s",
  ]);
});

test("C-017: a tool that says it changes something and never does gets a hint, not a failure", async () => {
  const report = await check("wrong-tools/changes-nothing.ts");
  const hints = report.findings.filter((finding) => finding.severity === "warn");
  expect(hints).toEqual([
    expect.objectContaining({ check: "honest", message: expect.stringContaining("nothing changed in") }),
  ]);
  expect(isPassed(report)).toBe(true);
});

test("a change past the files service that is within what the tool says gets a hint, since it cannot be undone", async () => {
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

test("C-018: an example that is not valid and one that fails are named with their number", async () => {
  const invalid = await check("wrong-tools/example-not-valid.ts");
  expect(failuresOf(invalid, "examples")).toEqual([expect.stringMatching(/^example 2 is not valid: .*text/)]);
  const failing = await check("wrong-tools/example-fails.ts");
  expect(failuresOf(failing, "examples")).toEqual([
    expect.stringMatching(/^example 1 ended as failed .*no-such-file.md/),
  ]);
});

test("the price is reported, and a hint is given above 600 tokens", async () => {
  const report = await check("wrong-tools/dear.ts");
  expect(report.findings).toEqual([
    expect.objectContaining({
      check: "price",
      severity: "warn",
      message: expect.stringMatching(/^6\d\d tokens on every step/),
    }),
  ]);
  expect(isPassed(report)).toBe(true);
});

test("every wrong tool has a test", () => {
  const apart = [
    "no-parameter-description",
    "writes-through-files",
    "writes-past-files",
    "never-returns",
    "spins",
  ];
  const hints = ["changes-nothing", "cannot-be-undone", "example-not-valid", "example-fails", "dear"];
  const named = [...faults.map(([file]) => file), ...apart, ...hints];
  const files = readdirSync(new URL("wrong-tools", fixtures)).map((name) => name.replace(".ts", ""));
  expect(named.toSorted()).toEqual(files.toSorted());
});

test("nothing of a check is left in the temporary folder", async () => {
  const before = new Set(readdirSync(tmpdir()).filter((name) => name.startsWith("wield-check-")));
  await check("good-tools/wait.ts");
  const left = readdirSync(tmpdir()).filter((name) => name.startsWith("wield-check-") && !before.has(name));
  expect(left).toEqual([]);
});

test("a definition at hand is checked without being called", async () => {
  const loaded = (await import("../../fixtures/good-tools/word-count.ts")) as {
    default: Parameters<typeof checkDefinition>[0];
  };
  const report = checkDefinition(loaded.default);
  expect(report.findings.map((finding) => finding.check)).toEqual(["price"]);
  expect(report.skipped.get("examples")).toBe("only tool files are run by the check");
});

function failuresOf(report: ToolReport, name: CheckName): readonly string[] {
  return report.findings
    .filter((finding) => finding.check === name && finding.severity === "fail")
    .map((finding) => finding.message);
}
