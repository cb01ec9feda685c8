// Prevents: a tool that lies, hangs, throws or fails without a word and passes the check all the same; and a good
// tool that is troubled with a finding.
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { checkFixture, FIXTURES, IMPATIENT, messagesOf } from "../testing/check-fixture.ts";
import {
  DISHONEST,
  TESTED_APART,
  WRONG_CALLS,
  WRONG_DEFINITIONS,
  WRONG_IMPORTS,
} from "../testing/wrong-tools.data.ts";
import type { CheckLimits } from "./check-job.ts";
import { isPassed, toLines } from "./finding.ts";

/** Two processes are started for a tool, several tools at once, and the machine may have other work. */
const SLOW = { timeout: 240_000 };

/** For tools that hang, or with which each call takes long. */
const LIMITS: Readonly<Record<string, Partial<CheckLimits>>> = {
  "effects-spin": IMPATIENT,
  "ignores-abort": IMPATIENT,
  "ignores-limit": IMPATIENT,
  "late-without-a-word": IMPATIENT,
  "import-never-ends": IMPATIENT,
  "import-spins": IMPATIENT,
  "too-large": { bodyRuns: 1 },
};

/** Of this file alone: others check tools at the same time. */
const temporary = mkdtempSync(join(tmpdir(), "wield-checks-"));
vi.stubEnv("TMPDIR", temporary);

afterAll(() => {
  // Nothing of a check stays in the temporary folder, also when its process was killed.
  expect(readdirSync(temporary).filter((name) => name.startsWith("wield-check-"))).toEqual([]);
  rmSync(temporary, { recursive: true });
  vi.unstubAllEnvs();
});

test.concurrent.each(["word-count", "append-line", "wait", "remember", "swap-texts"])(
  "a correct tool passes without a finding: %s",
  SLOW,
  async (name) => {
    const report = await checkFixture(`good-tools/${name}.ts`, { isLoadedTwice: true });
    expect(report.findings).toEqual([
      {
        check: "price",
        severity: "info",
        tool: name.replace("-", "_"),
        message: expect.stringMatching(/^\d+ tokens$/),
      },
    ]);
    expect(report.skipped.size).toBe(0);
    expect(report.inputs).toEqual({ decoded: 60, run: 40, example: name === "wait" ? 0 : 1 });
    expect(isPassed(report)).toBe(true);
  },
);

const wrong = [...WRONG_DEFINITIONS, ...WRONG_IMPORTS, ...WRONG_CALLS, ...DISHONEST];

test.concurrent.each(wrong)(
  "a wrong tool is found out: %s fails %s with %s",
  SLOW,
  async (file, check, message) => {
    const report = await checkFixture(`wrong-tools/${file}.ts`, LIMITS[file] ?? {});
    expect(report.findings).toContainEqual({
      check,
      severity: "fail",
      tool: expect.any(String),
      message: expect.stringMatching(message),
    });
    expect(isPassed(report)).toBe(false);
  },
);

test.concurrent(
  "C-003: a parameter without a description fails the check by name, at every depth",
  SLOW,
  async () => {
    const report = await checkFixture("wrong-tools/no-parameter-description.ts");
    const faults = report.findings.filter((finding) => finding.severity === "fail");
    expect(faults).toEqual([
      { check: "contract", severity: "fail", tool: "t", message: 'parameter "q" has no description' },
      {
        check: "contract",
        severity: "fail",
        tool: "t",
        message: 'parameter "edits[].old_string" has no description',
      },
    ]);
    expect(toLines(report)[0]).toMatch(/^FAIL {2}t {2}contract .*"q"/);
  },
);

test.concurrent("a file without a usable tool passes no check, and is named", SLOW, async () => {
  const report = await checkFixture("wrong-tools/no-default-export.ts");
  const lines = toLines(report);
  expect(report.tool).toBe("no-default-export.ts");
  expect(lines.filter((line) => line.startsWith("ok"))).toEqual([]);
  expect(lines[1]).toBe("--    no-default-export.ts  providers  not made: the file holds no usable tool");
});

test.concurrent("a name that another tool has is told with the other's place", SLOW, async () => {
  const taken = new Map([["read_file", "built in"]]);
  const report = await checkFixture("wrong-tools/takes-a-name.ts", { taken });
  expect(messagesOf(report, "contract")).toEqual([
    'name "read_file" is taken by another tool (built in); rename one of them',
  ]);
});

test.concurrent.each([
  ["other-schema-each-time", /^its input differs from load to load: ….*"default":/],
  ["different-each-time", /^its description differs from load to load: ….*in run 0\.\d+/],
  ["tells-the-year", /^its guidance differs from load to load: …"It is the year \d{4}\."… and …/],
])(
  "a contract that is another one in another process, or at another time, is found out: %s",
  SLOW,
  async (file, message) => {
    const report = await checkFixture(`wrong-tools/${file}.ts`, { isLoadedTwice: true });
    expect(messagesOf(report, "contract")).toEqual([expect.stringMatching(message)]);
  },
);

test.concurrent(
  "what a file prints while it is loaded fails, what its calls print is a hint",
  SLOW,
  async () => {
    const loading = await checkFixture("wrong-tools/prints-while-loading.ts", { isLoadedTwice: true });
    expect(messagesOf(loading, "honest")).toEqual(['loading the file printed "here I am"']);
    const calling = await checkFixture("wrong-tools/prints-when-called.ts", { isLoadedTwice: true });
    expect(messagesOf(calling, "honest", "warn")).toEqual([
      expect.stringMatching(/^its calls printed "counting"/),
    ]);
    expect(isPassed(calling)).toBe(true);
  },
);

test.concurrent(
  "C-017: a tool that says it only reports and writes is caught, through its files service and past it",
  SLOW,
  async () => {
    const through = await checkFixture("wrong-tools/writes-through-files.ts");
    expect(messagesOf(through, "honest")[0]).toBe(
      "example 1: asked its files service to write counted.txt, but mutates is false",
    );
    const past = await checkFixture("wrong-tools/writes-past-files.ts");
    expect(messagesOf(past, "honest")[0]).toBe(
      "example 1: created lie.txt past its files service, but mutates is false",
    );
    expect(through.tool).toBe("writes_through_files");
    expect(past.tool).toBe("writes_past_files");
    expect(existsSync("lie.txt")).toBe(false);
  },
);

test.concurrent(
  "C-017: a tool that never returns is ended and fails, whether it waits or blocks",
  SLOW,
  async () => {
    const waits = await checkFixture("wrong-tools/never-returns.ts", IMPATIENT);
    expect(messagesOf(waits, "time-out")).toEqual([
      "example 1: never returned: it was given 1 s and outlived that by more than 0.3 s",
    ]);
    expect(waits.skipped.get("cancel")).toMatch(/did not come back/);
    const blocks = await checkFixture("wrong-tools/spins.ts", IMPATIENT);
    expect(messagesOf(blocks, "time-out")).toEqual([
      "example 1: never returned and blocked its process; it was ended after 3 s",
    ]);
  },
);

test.concurrent(
  "C-017: a tool that says it changes something and never does gets a hint, not a failure",
  SLOW,
  async () => {
    const report = await checkFixture("wrong-tools/changes-nothing.ts");
    expect(messagesOf(report, "honest", "warn")).toEqual([expect.stringContaining("nothing changed in")]);
    expect(isPassed(report)).toBe(true);
  },
);

test.concurrent(
  "a change past the files service that is within what the tool says gets a hint, since it cannot be undone",
  SLOW,
  async () => {
    const report = await checkFixture("wrong-tools/cannot-be-undone.ts");
    expect(messagesOf(report, "honest", "warn")).toEqual([
      "example 1: created out.txt past its files service, so it cannot be undone",
    ]);
    expect(isPassed(report)).toBe(true);
  },
);

test.concurrent(
  "C-018: an example that is not valid and one that fails are named with their number",
  SLOW,
  async () => {
    const invalid = await checkFixture("wrong-tools/example-not-valid.ts");
    expect(messagesOf(invalid, "examples")).toEqual([
      expect.stringMatching(/^example 2 is not valid: .*text/),
    ]);
    const failing = await checkFixture("wrong-tools/example-fails.ts");
    expect(messagesOf(failing, "examples")).toEqual([
      expect.stringMatching(/^example 1 ended as failed .*no-such-file.md/),
    ]);
  },
);

test("every wrong tool has a test", () => {
  const named = new Set([...wrong.map(([file]) => file), ...TESTED_APART]);
  const files = readdirSync(new URL("wrong-tools", FIXTURES)).map((name) => name.replace(".ts", ""));
  expect([...named].toSorted()).toEqual(files.toSorted());
});
