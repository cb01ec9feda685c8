// Prevents: a new tool that does not work, that an editor cannot check, or that was written over something.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeBench, type Bench } from "../testing/run-command.ts";

const COMPILER = fileURLToPath(new URL("../../../../node_modules/.bin/tsc", import.meta.url));

let bench: Bench;

beforeEach(() => {
  bench = makeBench();
});

afterEach(() => bench.remove());

function compile(folder: string): { readonly status: number | null; readonly stdout: string } {
  return spawnSync(process.execPath, [COMPILER, "-p", folder], { encoding: "utf8" });
}

/** Runs a test file as its first line says, with nothing that belongs to this test runner. */
function runTest(file: string): { readonly status: number | null; readonly stdout: string } {
  const env = { PATH: process.env["PATH"], HOME: join(bench.home, "..") };
  return spawnSync(process.execPath, ["--test", file], { encoding: "utf8", env });
}

test("what is written works at once: it is checked, called, tested and compiled", async () => {
  const made = await bench.run(["tools", "new", "word_count"]);
  expect(made.code).toBe(0);
  const tools = join(bench.home, "tools");
  expect(made.out).toBe(
    ["word_count.ts", "word_count.test.ts", "tsconfig.json"]
      .map((name) => `wrote ${tools}/${name}\n`)
      .join(""),
  );
  expect(made.err).toContain("\n  wield tools check word_count\n");

  const checked = await bench.run(["tools", "check", "word_count"]);
  expect(checked.code).toBe(0);
  expect(checked.out.match(/^ok /gm)).toHaveLength(8);
  expect(checked.out).toMatch(
    /^warn +word_count +contract +description still holds .*\nwarn +word_count +contract +parameter "path" still holds/m,
  );

  bench.write("notes.md", "one\ntwo\n");
  expect(await bench.run(["call", "word_count", "path=notes.md"])).toMatchObject({
    code: 0,
    out: "2 lines in notes.md\n",
  });

  const testFile = join(tools, "word_count.test.ts");
  expect(readFileSync(testFile, "utf8")).toMatch(
    new RegExp(`^// Run it with: \\S*node --test ${testFile}\n`),
  );
  expect(runTest(testFile)).toMatchObject({ status: 0, stdout: expect.stringContaining("pass 2") });
  expect(compile(tools)).toMatchObject({ status: 0, stdout: "" });
});

test("the written test and the written tsconfig find what is wrong", async () => {
  await bench.run(["tools", "new", "word_count"]);
  const tools = join(bench.home, "tools");
  const file = join(tools, "word_count.ts");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/\.replace\(.*?, ""\)/, ""));
  expect(runTest(join(tools, "word_count.test.ts"))).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("fail 1"),
  });
  writeFileSync(file, text.replace("files.readText", "files.readTexts"));
  expect(compile(tools)).toMatchObject({ status: 1, stdout: expect.stringContaining("readTexts") });
});

test("a tool of which the author said everything has no finding left", async () => {
  await bench.run(["tools", "new", "line_count"]);
  const file = join(bench.home, "tools/line_count.ts");
  writeFileSync(
    file,
    readFileSync(file, "utf8")
      .replaceAll(/CHANGE THIS: /g, "")
      .replace(/"CHANGE THIS:"/, "it"),
  );
  const { out, code } = await bench.run(["tools", "check", "line_count"]);
  expect(code).toBe(0);
  expect(out.match(/^ok /gm)).toHaveLength(9);
});

test("a folder's own tool is named with trust as its next step, and its test needs none", async () => {
  const made = await bench.run(["tools", "new", "word_count", "--workspace"]);
  expect(made).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^wrote \.wield\/tools\/word_count\.ts\n/),
  });
  expect(made.err).toContain(
    "  wield tools check .wield/tools/word_count.ts\n  wield trust\n  wield call word_count",
  );
  expect(runTest(join(bench.workspace, ".wield/tools/word_count.test.ts"))).toMatchObject({ status: 0 });
  await bench.run(["trust", "--yes"]);
  bench.write("notes.md", "one\n");
  expect(await bench.run(["call", "word_count", "path=notes.md"])).toMatchObject({ code: 0 });
});

test("nothing is overwritten, and nothing is written when one of the files is there", async () => {
  const tools = join(bench.home, "tools");
  const there = bench.write("home/tools/mine.test.ts", "// by hand\n");
  const refused = await bench.run(["tools", "new", "mine"]);
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toContain(`${there} is there already; nothing was written`);
  expect(readFileSync(there, "utf8")).toBe("// by hand\n");
  expect(existsSync(join(tools, "mine.ts"))).toBe(false);
  expect(existsSync(join(tools, "tsconfig.json"))).toBe(false);
  symlinkSync(join(bench.workspace, "elsewhere.ts"), join(tools, "linked.ts"));
  expect(await bench.run(["tools", "new", "linked"])).toMatchObject({ code: 1 });
  expect(existsSync(join(bench.workspace, "elsewhere.ts"))).toBe(false);
});

test("a tsconfig.json that is there is left as it is, and that is said", async () => {
  const own = bench.write("home/tools/tsconfig.json", "{}\n");
  const { out, code } = await bench.run(["tools", "new", "second"]);
  expect({ code, last: out.split("\n").at(-2) }).toEqual({ code: 0, last: "left tsconfig.json as it is" });
  expect(readFileSync(own, "utf8")).toBe("{}\n");
});

test.each([
  ["Word-Count", /no name for a tool.*\nHint: such as word_count\n/],
  ["1st", /no name for a tool.*\nHint: such as st\n/],
  ["../up", /no name for a tool/],
  ["mcp__x", /reserved/],
  ["read_file", /there is a tool "read_file" already \(built in\)/],
])("a name that no tool may have is refused, and nothing is written: %s", async (name, message) => {
  const refused = await bench.run(["tools", "new", name]);
  expect(refused).toMatchObject({ code: 2, out: "", err: expect.stringMatching(message) });
  expect(existsSync(join(bench.home, "tools"))).toBe(false);
});

test("a name that another tool file has is refused with its place", async () => {
  const other = bench.write(
    "home/tools/other.ts",
    `import { defineTool, ok } from "wield"; import * as z from "zod";
     export default defineTool({ name: "taken", description: "Say that it is here.", input: z.strictObject({}), mutates: false, run: () => ok("here") });`,
  );
  const { code, err } = await bench.run(["tools", "new", "taken"]);
  expect({ code, err }).toEqual({
    code: 2,
    err: `there is a tool "taken" already (${other})\nHint: give another name\n`,
  });
});

test("both places at once are refused; a folder named before the command is the one that is meant", async () => {
  expect(await bench.run(["tools", "new", "x", "--person", "--workspace"])).toMatchObject({
    code: 2,
    out: "",
  });
  const other = join(bench.workspace, "other");
  mkdirSync(other);
  expect(await bench.run(["--workspace", other, "tools", "new", "there"])).toMatchObject({ code: 0 });
  expect(existsSync(join(other, ".wield/tools/there.ts"))).toBe(true);
});
