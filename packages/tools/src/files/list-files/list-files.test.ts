// Prevents: a listing that hides what is there, follows links, floods, or reads where a file is meant.
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { renderOutcome } from "@wield/core";
import { createTestBench } from "@wield/testkit";
import type { TestBenchOptions } from "@wield/testkit";
import { expect, test } from "vitest";
import { failureOf, okOf } from "../../testing/outcome-fixture.ts";
import listFiles from "./list-files.tool.ts";

function benchWith(files: TestBenchOptions["files"], settings: TestBenchOptions["settings"] = {}) {
  return createTestBench({ tools: [listFiles], settings, ...(files === undefined ? {} : { files }) });
}

test("S-001: folders come first, then names, and what is hidden is counted", async () => {
  await using bench = await benchWith({ "b/x": "", "a.txt": "abc", ".env": "K=1" });
  const outcome = okOf(await bench.call("list_files", {}));
  expect(outcome.text).toBe(". (2 entries) — 1 hidden not shown (all: true shows them)\nb/\na.txt (3 B)");
  expect(outcome.data).toEqual({
    path: ".",
    entries: [
      { path: "b", kind: "directory" },
      { path: "a.txt", kind: "file", size: 3 },
    ],
    hidden: 1,
    truncated: false,
  });
  const all = okOf(await bench.call("list_files", { all: true }));
  expect(all.text).toBe(". (3 entries)\nb/\n.env (3 B)\na.txt (3 B)");
});

test("S-001: names are in byte order, and sizes in the largest unit that gives at least 1", async () => {
  await using bench = await benchWith({
    B: "x".repeat(512),
    a: "x".repeat(1536),
    "\u{1F600}": "x".repeat(2 * 1024 * 1024),
    "\uFF5E": "x".repeat(1024 * 1024 - 1),
  });
  const { text } = okOf(await bench.call("list_files", {}));
  expect(text).toBe(". (4 entries)\nB (512 B)\na (1.5 KB)\n\uFF5E (1.0 MB)\n\u{1F600} (2.0 MB)");
});

test("S-001: an empty folder says so, and a hidden name in it is counted", async () => {
  await using bench = await benchWith({ "hidden/.env": "" });
  mkdirSync(bench.folder.at("none"));
  expect(okOf(await bench.call("list_files", { path: "none" })).text).toBe("none is empty");
  expect(okOf(await bench.call("list_files", { path: "hidden" })).text).toBe(
    "hidden is empty — 1 hidden not shown (all: true shows them)",
  );
});

test("S-002: a folder of dependencies is named but not opened", async () => {
  await using bench = await benchWith({
    "node_modules/x/index.js": "",
    "src/a.js": "",
    "build/b.js": "",
    ".git/config": "",
    ".venv/bin/python": "",
    ".gitignore": "build/\n",
  });
  const { text } = okOf(await bench.call("list_files", { recursive: true }));
  expect(text).toBe(
    [
      ". (4 entries) — 1 hidden not shown (all: true shows them)",
      ".venv/ (skipped)",
      "build/",
      "  b.js (0 B)",
      "node_modules/ (skipped)",
      "src/",
      "  a.js (0 B)",
    ].join("\n"),
  );
  const all = okOf(await bench.call("list_files", { recursive: true, all: true })).text;
  expect(all).toContain("\n.git/ (skipped)\n");
  expect(all).not.toContain("index.js");
});

test("S-002: a skipped folder that is named itself is listed", async () => {
  await using bench = await benchWith({ "node_modules/x/index.js": "", ".git/config": "" });
  expect(okOf(await bench.call("list_files", { path: "node_modules" })).text).toBe(
    "node_modules (1 entries)\nx/",
  );
  expect(okOf(await bench.call("list_files", { path: ".git" })).text).toBe(".git (1 entries)\nconfig (0 B)");
});

test("S-003: links are shown with their target and not followed", async () => {
  await using bench = await benchWith({ "d/f.txt": "" });
  symlinkSync("d", bench.folder.at("ln"));
  symlinkSync("/", bench.folder.at("out"));
  symlinkSync("nowhere", bench.folder.at("dangling"));
  const { text, data } = okOf(await bench.call("list_files", { recursive: true }));
  expect(text).toBe(". (5 entries)\nd/\n  f.txt (0 B)\ndangling -> nowhere\nln -> d\nout -> /");
  expect(data).toMatchObject({
    entries: expect.arrayContaining([{ path: "out", kind: "link", target: "/" }]),
  });
});

test("S-004: links that form a circle end nothing", async () => {
  await using bench = await benchWith({ "1/x": "", "2/x": "" });
  symlinkSync("..", bench.folder.at("1/loop"));
  symlinkSync("..", bench.folder.at("2/loop"));
  symlinkSync("self", bench.folder.at("self"));
  const { text } = okOf(await bench.call("list_files", { recursive: true, depth: 50 }));
  expect(text.split("\n").filter((line) => line.trim() === "x (0 B)")).toHaveLength(2);
});

test("S-005: a file in place of a folder names the tool for files, and a wrong name the right one", async () => {
  await using bench = await benchWith({ "a.txt": "", "src/b.txt": "" });
  const file = failureOf(await bench.call("list_files", { path: "a.txt" }));
  expect(file.code).toBe("not_a_directory");
  expect(file.hint).toContain("read_file");
  const missing = failureOf(await bench.call("list_files", { path: "scr" }));
  expect(missing.code).toBe("no_such_file");
  expect(missing.hint).toContain("src");
  expect(okOf(await bench.call("list_files", { path: "src/" })).text).toBe("src (1 entries)\nb.txt (0 B)");
});

test("S-005: what is neither file nor folder is refused at once, and listed as what it is", async () => {
  await using bench = await benchWith({});
  execFileSync("mkfifo", [bench.folder.at("p")]);
  expect(failureOf(await bench.call("list_files", { path: "p" })).code).toBe("not_a_directory");
  expect(okOf(await bench.call("list_files", {})).text).toBe(". (1 entries)\np (not a regular file)");
});

test("levels end where depth says, and a wrong depth falls back to the default", async () => {
  await using bench = await benchWith({ "a/b/c/d/e.txt": "" });
  const lines = async (input: object): Promise<number> =>
    okOf(await bench.call("list_files", { ...input, recursive: true })).text.split("\n").length - 1;
  expect(await lines({ depth: 1 })).toBe(1);
  expect(await lines({ depth: 2 })).toBe(2);
  expect(await lines({})).toBe(3);
  const zero = await bench.call("list_files", { recursive: true, depth: 0 });
  expect(okOf(zero).text.split("\n")).toHaveLength(4);
  expect(zero.notes.join()).toContain("depth");
});

test("S-008: a listing stops at 2000 entries and goes on from the offset it names", async () => {
  const files = Object.fromEntries(Array.from({ length: 2500 }, (_, index) => [`f${10_000 + index}`, ""]));
  await using bench = await benchWith(files, { maxOutputChars: 1_000_000 });
  const first = okOf(await bench.call("list_files", {}));
  expect(first.text.split("\n").at(-1)).toBe("… truncated at 2000 entries (use offset=2000 to continue)");
  expect(first.data).toMatchObject({ truncated: true, next_offset: 2000 });
  const second = okOf(await bench.call("list_files", { offset: 2000 }));
  expect(second.text.split("\n")).toHaveLength(501);
  expect(second.text).toContain("\nf12000 (0 B)\n");
  expect(second.data).toMatchObject({ truncated: false });
  const past = okOf(await bench.call("list_files", { offset: 2500 }));
  expect(past.text).toContain("… offset 2500 is past the last entry (2500 entries)");
});

test("L-006: a page ends by itself below the output limit, and pages together are the whole", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`d${index % 3}/name-of-file-${1000 + index}`, ""]),
  );
  await using bench = await benchWith(files, { maxOutputChars: 3000 });
  const seen: string[] = [];
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const outcome = okOf(await bench.call("list_files", { recursive: true, offset }));
    expect(outcome.text.length).toBeLessThan(3000);
    const data = outcome.data as { entries: { path: string }[]; next_offset?: number };
    if (offset > 0) expect(outcome.text).toMatch(/^\. \(\d+ entries\)\n(?:d\d\/|… in d\d\/)\n/);
    seen.push(...data.entries.map(({ path }) => path));
    offset = data.next_offset;
  }
  expect(seen).toHaveLength(303);
  expect(new Set(seen).size).toBe(303);
  expect(await bench.outputs.list("ses_test")).toEqual([]);
});

test("a name with a line break or a control code is quoted and adds no line", async () => {
  await using bench = await benchWith({ "a\nb.txt (9 B)": "", "c\u001B[31m": "" });
  const { text } = okOf(await bench.call("list_files", {}));
  expect(text).toBe('. (2 entries)\n"a\\nb.txt (9 B)" (0 B)\n"c\\u001b[31m" (0 B)');
});

test("what a rule closes is left out and counted", async () => {
  await using bench = await benchWith(
    { "a.txt": "", "secret/x": "", "secret/y": "", ".env": "" },
    {
      rules: [
        { match: { path: "secret/**" }, action: "deny" },
        { match: { path: ".env" }, action: "deny" },
      ],
    },
  );
  const outcome = await bench.call("list_files", { recursive: true, all: true });
  expect(okOf(outcome).text).toBe(". (1 entries)\na.txt (0 B)");
  expect(outcome.notes).toEqual(["left out, because rules close them: 1 file(s) and 1 folder(s)"]);
});

test("a file that is closed under another name is left out", async () => {
  await using bench = await benchWith({ "a.txt": "" });
  const { linkSync, writeFileSync } = await import("node:fs");
  mkdirSync(bench.home, { recursive: true });
  writeFileSync(`${bench.home}/vault`, "S3CRET");
  linkSync(`${bench.home}/vault`, bench.folder.at("innocent"));
  const outcome = await bench.call("list_files", {});
  expect(okOf(outcome).text).toBe(". (1 entries)\na.txt (0 B)");
  expect(outcome.notes.join()).toContain("1 file(s)");
});

test("F-025: a link out of the workspace is not listed through", async () => {
  await using outside = await benchWith({ "secret.txt": "" });
  await using bench = await benchWith({});
  symlinkSync(outside.root, bench.folder.at("link"));
  const outcome = failureOf(await bench.call("list_files", { path: "link" }));
  expect(outcome.code).toBe("policy_denied");
  expect(renderOutcome(outcome)).not.toContain("secret");
});

test("C-007: empty arguments are an empty object", async () => {
  await using bench = await benchWith({ "a.txt": "" });
  for (const input of ["", "  ", "null", null, undefined]) {
    expect(okOf(await bench.call("list_files", input)).text).toBe(". (1 entries)\na.txt (0 B)");
  }
});

test("C-009: what can mean only one thing is converted and told", async () => {
  await using bench = await benchWith({ "d/a.txt": "" });
  const outcome = await bench.call("list_files", { recursive: "true" });
  expect(okOf(outcome).text).toContain("a.txt");
  expect(outcome.notes.join()).toContain("recursive");
  for (const alias of ["dir", "directory"]) {
    expect(okOf(await bench.call("list_files", { [alias]: "d" })).text).toContain("a.txt");
  }
});
