// Prevents: files searched that must not be, files left out without a word, and outputs that say something else.
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { renderOutcome } from "@wield/core";
import type { Json } from "@wield/core";
import { createTestBench } from "@wield/testkit";
import type { TestBench, TestBenchOptions } from "@wield/testkit";
import { expect, test } from "vitest";
import { failureOf, hex, okOf } from "../../testing/outcome-fixture.ts";
import grep from "./grep.tool.ts";

function benchWith(files: TestBenchOptions["files"], settings: TestBenchOptions["settings"] = {}) {
  return createTestBench({ tools: [grep], settings, ...(files === undefined ? {} : { files }) });
}

async function textOf(bench: TestBench, input: { readonly [name: string]: Json }): Promise<string> {
  return okOf(await bench.call("grep", input)).text;
}

/** Paths with a match, in the order they are told. */
async function pathsOf(
  bench: TestBench,
  input: { readonly [name: string]: Json },
): Promise<readonly string[]> {
  const outcome = okOf(await bench.call("grep", { ...input, output: "files" }));
  return (outcome.data as { counts: { path: string }[] }).counts.map(({ path }) => path);
}

const tree = {
  "b.txt": "hit\n",
  "a/z.txt": "hit\nhit\n",
  "a-b.txt": "hit\n",
  ".hidden/x.txt": "hit\n",
  ".git/config": "hit\n",
  "node_modules/p/index.js": "hit\n",
  "out/made.txt": "hit\n",
  ".gitignore": "out/\n",
  ".ignore": "b.txt\n",
  ".rgignore": "b.txt\n",
};

test("text files are searched in path order, hidden ones too, ignored ones only when asked for", async () => {
  await using bench = await benchWith(tree);
  const found = [".hidden/x.txt", "a/z.txt", "a-b.txt", "b.txt"];
  expect(await pathsOf(bench, { pattern: "hit" })).toEqual(found);
  expect(await pathsOf(bench, { pattern: "hit", include_ignored: true })).toEqual([
    ".hidden/x.txt",
    "a/z.txt",
    "a-b.txt",
    "b.txt",
    "node_modules/p/index.js",
    "out/made.txt",
  ]);
  for (const path of ["out", "node_modules", ".git"]) {
    expect(await pathsOf(bench, { pattern: "hit", path })).toHaveLength(1);
  }
});

test("the outputs files and count tell paths and numbers, and page by files", async () => {
  await using bench = await benchWith(tree);
  expect(await textOf(bench, { pattern: "hit", output: "files", path: "a" })).toBe(
    '2 match(es) in 1 file(s) for "hit"\n\na/z.txt',
  );
  const count = okOf(await bench.call("grep", { pattern: "hit", output: "count", limit: 2, offset: 1 }));
  expect(count.text).toBe(
    '5 match(es) in 4 file(s) for "hit" (limit reached)\n\na/z.txt: 2\na-b.txt: 1\n… files 2-3 shown (use offset=3 to continue)',
  );
  expect(count.data).toMatchObject({ total: 5, files: 4, truncated: true, next_offset: 3 });
  expect(await textOf(bench, { pattern: "hit", output: "count", offset: 3 })).not.toContain("limit reached");
});

test("rules of folders above the one that is searched hold in it, those of the nearest file first", async () => {
  await using bench = await benchWith({
    ".gitignore": "*.log\n/sub/top/\n",
    "sub/.gitignore": "deep\n!keep.log\n",
    "sub/in/a.log": "hit\n",
    "sub/in/keep.log": "hit\n",
    "sub/in/deep/x.txt": "hit\n",
    "sub/top/x.txt": "hit\n",
    "sub/in/y.txt": "hit\n",
  });
  expect(await pathsOf(bench, { pattern: "hit", path: "sub/in" })).toEqual([
    "sub/in/keep.log",
    "sub/in/y.txt",
  ]);
  expect(await pathsOf(bench, { pattern: "hit", path: "sub" })).toEqual(["sub/in/keep.log", "sub/in/y.txt"]);
  expect(await pathsOf(bench, { pattern: "hit", path: "sub/top" })).toEqual(["sub/top/x.txt"]);
});

test("only files that include matches are searched, by path or by name", async () => {
  await using bench = await benchWith({
    "a.ts": "hit\n",
    "src/b.ts": "hit\n",
    "src/b.tsx": "hit\n",
    "src/.c.ts": "hit\n",
    "src/[id].ts": "hit\n",
  });
  const include = (pattern: string): Promise<readonly string[]> =>
    pathsOf(bench, { pattern: "hit", include: pattern });
  expect(await include("*.ts")).toEqual(["a.ts", "src/.c.ts", "src/[id].ts", "src/b.ts"]);
  expect(await include("src/*.{ts,tsx}")).toEqual(["src/.c.ts", "src/[id].ts", "src/b.ts", "src/b.tsx"]);
  expect(await include("**/b.*")).toEqual(["src/b.ts", "src/b.tsx"]);
  expect(await include("./src/[[]id].ts")).toEqual(["src/[id].ts"]);
  expect(await include("b")).toEqual([]);
  for (const pattern of ["!*.ts", "/src/*", "{a,b}".repeat(9)]) {
    const outcome = failureOf(await bench.call("grep", { pattern: "hit", include: pattern }));
    expect(outcome.code).toBe("invalid_pattern");
    expect(outcome.message).toContain("include");
  }
});

test("when nothing is found it is told what was not searched", async () => {
  await using bench = await benchWith({
    "a.txt": "nothing\n",
    "big.txt": `${"xxxxxxx\n".repeat(1024 * 1024)}needle\n`,
    "edge.txt": "y".repeat(8 * 1024 * 1024),
    "b.bin": hex("00 01 6E 65 65 64 6C 65"),
    "latin.txt": hex("E9 6E 65 65 64 6C 65 0A"),
    ".gitignore": "out/\n*.log\n",
    "out/a/made.txt": "needle\n",
    "x.log": "needle\n",
    "node_modules/p.js": "needle\n",
    "zub/node_modules/q.js": "needle\n",
    "zub/near/c.bin": hex("00"),
    ".git/config": "needle\n",
  });
  expect(await textOf(bench, { pattern: "needle" })).toBe(
    'No matches for "needle" in ..\n… not searched: at least 4 file(s) by ignore rules (include_ignored: true searches them), 1 file(s) larger than 8 MB (name one as path to search it), 3 binary file(s)',
  );
  expect(await textOf(bench, { pattern: "needle", include: "*.md" })).toBe('No matches for "needle" in ..');
  expect(await textOf(bench, { pattern: "needle", path: "big.txt" })).toContain("1048577:\tneedle");
  const found = await textOf(bench, { pattern: "nothing" });
  expect(found).not.toContain("not searched");
  await using small = await benchWith({ "node_modules/p.js": "", "src/near/c.txt": "" });
  expect(await textOf(small, { pattern: "needle" })).toContain("at least 1 file(s) by ignore rules");
});

test("a NUL far into a file is text like any other, near its start it is not", async () => {
  const far = `${"a\n".repeat(4500)}before \u0000 needle\nneedle behind\n`;
  await using bench = await benchWith({ "far.txt": far, "near.bin": "x\u0000\nneedle\n" });
  const outcome = okOf(await bench.call("grep", { pattern: "needle" }));
  expect(outcome.data).toMatchObject({ total: 2, files: 1 });
  expect(outcome.text).toContain("  4502:\tneedle behind");
  expect(await textOf(bench, { pattern: "needle", path: "near.bin" })).toContain("     2:\tneedle");
});

test("a named file that is no text is refused, and bytes that are none in another line become signs for that", async () => {
  await using bench = await benchWith({
    "latin.txt": hex("6F 6B 0A E9 6E 65 65 64 6C 65 0A"),
    "cut.txt": Buffer.concat([Buffer.from("\uFEFF", "utf16le"), hex("6E 00 D8")]),
  });
  expect(failureOf(await bench.call("grep", { pattern: "needle", path: "latin.txt" })).code).toBe("binary");
  expect(failureOf(await bench.call("grep", { pattern: "n", path: "cut.txt" })).code).toBe("binary");
  expect(await textOf(bench, { pattern: "needle" })).toContain("latin.txt\n     2:\t\uFFFDneedle");
});

test("a named file may have any size, and any line ends", async () => {
  const lines = (end: string): string => `${`${"x".repeat(99)}${end}`.repeat(700_000)}needle é${end}last`;
  await using bench = await benchWith({
    "lf.txt": lines("\n"),
    "cr.txt": lines("\r"),
    "crlf.txt": `\uFEFF${lines("\r\n")}`,
  });
  for (const path of ["lf.txt", "cr.txt", "crlf.txt"]) {
    const outcome = okOf(await bench.call("grep", { pattern: "edle é$", path, context: 1 }));
    expect(outcome.text, path).toBe(
      `1 match(es) in 1 file(s) for "edle é$"\n\n${path}\n700000-\t${"x".repeat(99)}\n700001:\tneedle é\n700002-\tlast`,
    );
    expect(outcome.data).toMatchObject({ matches: [{ line: 700_001, column: 3 }] });
  }
  const spanning = failureOf(await bench.call("grep", { pattern: "x", path: "lf.txt", multiline: true }));
  expect(spanning.code).toBe("too_large");
});

test("with multiline a match may span lines, in files with any line ends", async () => {
  await using bench = await benchWith({
    "a.txt": "1\nstart\n2\nend\n5\n",
    "b.txt": "start\r\nx\r\nend\r\n",
    "c.txt": "start\rx\rend\r",
    "d.txt": "start x\ry end\n1\n",
  });
  const outcome = okOf(
    await bench.call("grep", { pattern: "start\\n.*\\nend", multiline: true, context: 1 }),
  );
  expect(outcome.text).toBe(
    [
      '3 match(es) in 3 file(s) for "start\\n.*\\nend"',
      "\na.txt\n     1-\t1\n     2:\tstart\n     3:\t2\n     4:\tend\n     5-\t5",
      "\nb.txt\n     1:\tstart\n     2:\tx\n     3:\tend",
      "\nc.txt\n     1:\tstart\n     2:\tx\n     3:\tend",
    ].join("\n"),
  );
  expect(outcome.data).toMatchObject({ matches: [{ line: 2, column: 1, text: "start\n2\nend" }, {}, {}] });
  const literal = await textOf(bench, { pattern: "start\r\nx", multiline: true, literal: true });
  expect(literal).toContain("2 match(es) in 2 file(s)");
  const hint = failureOf(await bench.call("grep", { pattern: "a\nb", literal: true })).hint;
  expect(hint).toContain("multiline");
});

test("a match of very many lines is shown by its first ones", async () => {
  await using bench = await benchWith({ "a.txt": `start\n${"x\n".repeat(100)}end\n` });
  const text = await textOf(bench, { pattern: "start[\\s\\S]*end", multiline: true });
  expect(text.split("\n")).toHaveLength(44);
  expect(text).toMatch(/\n {4}40:\tx\n… 62 more lines of this match \(to line 102\)$/);
});

test("letters are told apart only when asked, and plain text has no signs", async () => {
  await using bench = await benchWith({ "a.txt": "Hit\nhit\na.b(c)[d]{e}^$|\\*+?~&-#\naxb\nГраф\n" });
  expect(await textOf(bench, { pattern: "hit" })).toContain("2 match(es)");
  expect(await textOf(bench, { pattern: "hit", case_sensitive: true })).toContain("1 match(es)");
  expect(await textOf(bench, { pattern: "гРАФ" })).toContain("1 match(es)");
  const signs = "a.b(c)[d]{e}^$|\\*+?~&-#";
  expect(await textOf(bench, { pattern: signs, literal: true })).toContain("1 match(es)");
  expect(await textOf(bench, { pattern: "a.b", literal: true })).toContain("1 match(es)");
  expect(await textOf(bench, { pattern: "a\u0000b", literal: true })).toContain("No matches");
});

test("what rules close is not searched, and only counted, whatever is in it", async () => {
  await using bench = await benchWith(
    { "a.txt": "hit\n", ".env": "hit\n", "secret/b.txt": "hit\n", "secret/c.txt": "x\n", "*?.pem": "hit\n" },
    {
      rules: [
        { match: { path: ".env" }, action: "deny" },
        { match: { path: "secret" }, action: "deny" },
        { match: { path: "**/*.pem" }, action: "ask" },
      ],
    },
  );
  const note = "left out, because rules close them: 2 file(s) and 1 folder(s)";
  for (const pattern of ["hit", "no such text"]) {
    const outcome = await bench.call("grep", { pattern });
    expect(okOf(outcome).text).toContain(pattern === "hit" ? "1 match(es) in 1 file(s)" : "No matches");
    expect(outcome.notes).toEqual([note]);
    expect(renderOutcome(outcome)).not.toMatch(/env|secret|pem/);
  }
});

test("the home of the product is left out where it is part of what is searched", async () => {
  await using bench = await benchWith({ "a.txt": "hit\n" });
  mkdirSync(`${bench.home}/deeper`, { recursive: true });
  await using outer = await createTestBench({ tools: [grep], readRoots: [bench.workspace.home] });
  const { writeFileSync } = await import("node:fs");
  writeFileSync(`${outer.home}/vault`, "hit\n");
  symlinkSync(outer.home, outer.folder.at("link"));
  const { linkSync } = await import("node:fs");
  linkSync(`${outer.home}/vault`, outer.folder.at("innocent"));
  await outer.write("own.txt", "hit\n");
  const outcome = await outer.call("grep", { pattern: "hit" });
  expect(okOf(outcome).text).toBe('1 match(es) in 1 file(s) for "hit"\n\nown.txt\n     1:\thit');
  for (const path of ["link", "innocent", "link/vault"]) {
    expect(failureOf(await outer.call("grep", { pattern: "hit", path })).code).toBe("policy_denied");
  }
});

test("names of any kind are found and shown on one line", async () => {
  await using bench = await benchWith({
    "a\nb: 5.txt": "hit\n",
    "-v": "hit\n",
    "sp ace é.txt": "hit\n",
    "*.txt": "hit\n",
  });
  const text = await textOf(bench, { pattern: "hit", output: "files" });
  expect(text.split("\n").slice(2)).toEqual(["*.txt", "-v", '"a\\nb: 5.txt"', "sp ace é.txt"]);
  for (const path of ["-v", "*.txt", "a\nb: 5.txt"]) {
    expect(await textOf(bench, { pattern: "hit", path })).toContain("1 match(es)");
  }
});

test("a missing path has suggestions, files and folders alike", async () => {
  await using bench = await benchWith({ "docs/guide.md": "x\n" });
  expect(failureOf(await bench.call("grep", { pattern: "x", path: "doc" })).hint).toContain("docs");
  expect(failureOf(await bench.call("grep", { pattern: "x", path: "guide.md" })).hint).toContain(
    "docs/guide.md",
  );
});

test("a call that is cancelled ends, and its search program with it", async () => {
  await using bench = await benchWith({ "a.txt": "hit\n".repeat(200_000) });
  const controller = new AbortController();
  const called = bench.call("grep", { pattern: "(h|i|t|x){5,9}$" }, { signal: controller.signal });
  controller.abort();
  expect((await called).status).toBe("cancelled");
});

test("a call whose time ends tells what it found until then", async () => {
  await using bench = await benchWith(
    { "a.txt": "hit\n", "z/b.txt": "hit\n" },
    { timeoutsMs: new Map([["grep", 1500]]) },
  );
  // The search program waits for somebody to write the rules of the second folder.
  execFileSync("mkfifo", [bench.folder.at("z/.gitignore")]);
  const outcome = failureOf(await bench.call("grep", { pattern: "hit" }));
  expect(outcome.code).toBe("timeout");
  expect(outcome.message).toContain("did not finish within 1.5 s");
  expect(outcome.partialText).toBe('at least 1 match(es) in 1 file(s) for "hit"\n\na.txt\n     1:\thit');
  expect(outcome.data).toMatchObject({ total: 1, total_is_exact: false, truncated: true });
});
