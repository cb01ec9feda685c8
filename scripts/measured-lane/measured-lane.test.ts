// Prevents: a source file that no test ever runs, without anybody having said why, and a register of files that are
// tested or gone long since.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const LANE = fileURLToPath(new URL("../coverage.ts", import.meta.url));
const MODULES = fileURLToPath(new URL("../../node_modules", import.meta.url));

let root: string;

const SOURCES: Readonly<Record<string, string>> = {
  "lit.ts": 'export function lit(): string {\n  return "lit";\n}\n',
  "dark.ts": 'export function dark(): string {\n  return "dark";\n}\n',
  "types.ts": "export interface Nothing {\n  readonly runs: never;\n}\n",
  "child.program.ts":
    'import { idle } from "./idle-in-child.ts";\nimport { only } from "./only-in-child.ts";\n\nconsole.log(only(), typeof idle);\n',
  "idle-in-child.ts": 'export function idle(): string {\n  return "idle";\n}\n',
  "only-in-child.ts": 'export function only(): string {\n  return "child";\n}\n',
  "only-loaded.ts": 'export function never(): string {\n  return "never";\n}\n',
  "lit.test.ts": `
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { lit } from "./lit.ts";
import { never } from "./only-loaded.ts";

test("lit, and a program under Node's permission model", () => {
  expect(lit()).toBe("lit");
  expect(typeof never).toBe("function");
  const program = fileURLToPath(new URL("child.program.ts", import.meta.url));
  const flags = ["--permission", "--allow-fs-read=*"];
  expect(execFileSync(process.execPath, [...flags, program], { env: {}, encoding: "utf8" })).toBe("child function\\n");
});
`,
};

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function lane(...args: readonly string[]): { readonly status: number | null; readonly said: string } {
  const { status, stderr } = spawnSync(process.execPath, [LANE, "--root", root, ...args], {
    encoding: "utf8",
  });
  return { status, said: stderr };
}

/** Judges what was measured by another register. */
function judged(register: Readonly<Record<string, unknown>>): ReturnType<typeof lane> {
  write("scripts/measured-lane/register.json", JSON.stringify(register));
  return lane("--again");
}

const DARK = { "packages/a/src/dark.ts": "it waits for a machine we do not have" };
const LOADED = {
  "packages/a/src/idle-in-child.ts": "the program does not call it",
  "packages/a/src/only-loaded.ts": "nothing calls it",
};

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "wield-lane-")));
  symlinkSync(MODULES, join(root, "node_modules"));
  for (const [name, text] of Object.entries(SOURCES)) write(`packages/a/src/${name}`, text);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

test("C-021: a dark file that the register does not name fails the lane by name", () => {
  const { status, said } = lane();
  expect(status).toBe(1);
  expect(said.trim().split("\n")).toEqual([
    "packages/a/src/dark.ts: no line of it ran, and the register has no reason why",
    "packages/a/src/idle-in-child.ts: no line of it ran, and the register has no reason why",
    "packages/a/src/only-loaded.ts: no line of it ran, and the register has no reason why",
  ]);
});

test("C-021: with a reason for each the lane passes", () => {
  expect(judged({ ...DARK, ...LOADED })).toEqual({ status: 0, said: "" });
});

test("C-021: an entry without a reason does not count", () => {
  expect(judged({ ...LOADED, "packages/a/src/dark.ts": " " })).toMatchObject({
    status: 1,
    said: expect.stringContaining("packages/a/src/dark.ts: no line of it ran, and its entry gives no reason"),
  });
});

test.each([
  ["a covered file", "lit.ts", "1 of its 1 lines ran"],
  ["a file that a program of a test ran", "only-in-child.ts", "1 of its 1 lines ran"],
  ["a file of types", "types.ts", "it has no line that could run"],
  ["a deleted file", "gone.ts", "there is no such source file"],
  ["a test", "lit.test.ts", "there is no such source file"],
])("C-021: an entry for %s fails the lane and echoes its reason", (_what, name, why) => {
  const entry = { [`packages/a/src/${name}`]: "an old reason" };
  expect(judged({ ...DARK, ...LOADED, ...entry })).toEqual({
    status: 1,
    said: `packages/a/src/${name}: ${why}; take its entry out of the register (an old reason)\n`,
  });
});

test("a register that is no map of reasons fails the lane", () => {
  expect(judged({ "packages/a/src/dark.ts": 5 })).toMatchObject({
    status: 1,
    said: expect.stringContaining("the reason of packages/a/src/dark.ts must be a text"),
  });
});

test("C-021: a test that fails fails the lane, whatever ran", () => {
  write(
    "packages/a/src/wrong.test.ts",
    'import { expect, test } from "vitest";\ntest("x", () => expect(1).toBe(2));\n',
  );
  const { status, said } = lane();
  expect(status).not.toBe(0);
  expect(said).toContain("a test failed, so nothing can be said about coverage");
});
