// Prevents: a search that misses, invents, repeats or misnumbers lines, and totals that are not true.
import { symlinkSync } from "node:fs";
import { renderOutcome } from "@wield/core";
import type { Json } from "@wield/core";
import { createTestBench } from "@wield/testkit";
import type { TestBench, TestBenchOptions } from "@wield/testkit";
import { expect, test } from "vitest";
import { failureOf, hex, okOf } from "../../testing/outcome-fixture.ts";
import editFile from "../edit-file/edit-file.tool.ts";
import readFile from "../read-file/read-file.tool.ts";
import grep from "./grep.tool.ts";

function benchWith(files: TestBenchOptions["files"], settings: TestBenchOptions["settings"] = {}) {
  return createTestBench({
    tools: [grep, readFile, editFile],
    settings,
    ...(files === undefined ? {} : { files }),
  });
}

type Data = {
  readonly matches: readonly { path: string; line: number; column: number; text: string }[];
  readonly total: number;
  readonly total_is_exact: boolean;
  readonly files: number;
  readonly truncated: boolean;
  readonly next_offset?: number;
};

async function search(
  bench: TestBench,
  input: { readonly [name: string]: Json },
): Promise<{ readonly text: string; readonly data: Data; readonly notes: readonly string[] }> {
  const outcome = okOf(await bench.call("grep", input));
  return { text: outcome.text, data: outcome.data as Data, notes: outcome.notes };
}

test("a match gives path, number and text under true totals", async () => {
  await using bench = await benchWith({
    "src/a.ts": `${"\n".repeat(11)}\t// TODO: close the file\n${"\n".repeat(27)}\ttodo(2);\n`,
    "b.txt": "nothing\n",
  });
  const { text, data } = await search(bench, { pattern: "todo" });
  expect(text).toBe(
    '2 match(es) in 1 file(s) for "todo"\n\nsrc/a.ts\n    12:\t\t// TODO: close the file\n    40:\t\ttodo(2);',
  );
  expect(data).toEqual({
    matches: [
      { path: "src/a.ts", line: 12, column: 5, text: "\t// TODO: close the file" },
      { path: "src/a.ts", line: 40, column: 2, text: "\ttodo(2);" },
    ],
    total: 2,
    total_is_exact: true,
    files: 1,
    truncated: false,
  });
});

test("S-010: context lines are marked and not repeated", async () => {
  await using bench = await benchWith({ "a.txt": "1\nhit\n3\nhit\n5\n6\n" });
  const { text } = await search(bench, { pattern: "hit", context: 1 });
  expect(text).toBe(
    '2 match(es) in 1 file(s) for "hit"\n\na.txt\n     1-\t1\n     2:\thit\n     3-\t3\n     4:\thit\n     5-\t5',
  );
  const clamped = await search(bench, { pattern: "hit", context: 99 });
  expect(clamped.text).toContain("\n     6-\t6");
  expect(clamped.notes.join()).toContain("context");
});

test("S-011: a pattern the engine refuses is an error with its reason", async () => {
  await using bench = await benchWith({ "a.txt": "x\n" });
  const reasons = new Map([
    ["(", "unclosed group"],
    ["[a", "unclosed character class"],
    ["*", "repetition operator missing expression"],
    ["x{1000}{1000}{1000}", "size limit"],
    ["a(?=b)", "look-around"],
    ["a\\nb", "not allowed"],
  ]);
  for (const [pattern, reason] of reasons) {
    for (const path of [".", "a.txt"]) {
      const outcome = failureOf(await bench.call("grep", { pattern, path }));
      expect(outcome.code, pattern).toBe("invalid_pattern");
      expect(outcome.message).toContain("invalid regular expression: ");
      expect(outcome.message).toContain(reason);
      expect(outcome.hint).toMatch(/literal: true|multiline/);
    }
  }
  const literal = await search(bench, { pattern: "(", literal: true });
  expect(literal.text).toBe('No matches for "(" in ..');
});

test("S-012: the shown part of a long line holds the match", async () => {
  const late = `${"b".repeat(3999)}TARGET${"c".repeat(995)}`;
  await using bench = await benchWith({
    "l.txt": `${"A".repeat(500)}TARGET\n${late}\nTARGET${"d".repeat(500)}\n`,
  });
  const { text, data } = await search(bench, { pattern: "TARGET", case_sensitive: true });
  const lines = text.split("\n").slice(3);
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    expect(line).toContain("TARGET");
    expect(line.length).toBeLessThan(440);
  }
  expect(lines[0]).toMatch(/^ {5}1:\t…A+TARGET \(column 501\)$/);
  expect(lines[1]).toMatch(/^ {5}2:\t…b+TARGETc+… \(column 4000\)$/);
  expect(lines[2]).toMatch(/^ {5}3:\tTARGETd+… \(column 1\)$/);
  expect(data.matches.map(({ column }) => column)).toEqual([501, 4000, 1]);
  expect(data.matches[1]?.text).not.toContain("column");
});

test("S-012: columns count characters, and no window splits one", async () => {
  await using bench = await benchWith({
    "e.txt": `${"\u{1F600}".repeat(3000)}TARGET${"\u{1F600}".repeat(500)}\n`,
  });
  const { data } = await search(bench, { pattern: "target" });
  expect(data.matches[0]?.column).toBe(6001);
  expect(data.matches[0]?.text.isWellFormed()).toBe(true);
});

test("S-012: a line of megabytes is shown by its window alone", async () => {
  await using bench = await benchWith({
    "m.txt": `${"x".repeat(5_000_000)}TARGET${"y".repeat(2_000_000)}\n`,
  });
  for (const path of [".", "m.txt"]) {
    const { text, data } = await search(bench, { pattern: "TARGET", path });
    expect(text.length).toBeLessThan(600);
    expect(text).toMatch(/…x+TARGETy+… \(column 5000001\)$/);
    expect(data.matches[0]).toMatchObject({ line: 1, column: 5_000_001 });
  }
});

test("S-013: the total is true and a page is not the whole", async () => {
  await using bench = await benchWith({ "a.txt": "hit\n".repeat(70), "b/c.txt": "hit\n".repeat(80) });
  const first = await search(bench, { pattern: "hit" });
  expect(first.text).toMatch(/^150 match\(es\) in 2 file\(s\) for "hit" \(limit reached\)\n/);
  expect(first.text.split("\n").at(-1)).toBe("… matches 1-100 shown (use offset=100 to continue)");
  expect(first.data).toMatchObject({ total: 150, truncated: true, next_offset: 100 });
  const second = await search(bench, { pattern: "hit", offset: 100 });
  expect(second.data).toMatchObject({ total: 150, truncated: false });
  expect(second.data.next_offset).toBeUndefined();
  expect(second.text).not.toContain("limit reached");
  const places = [...first.data.matches, ...second.data.matches].map(({ path, line }) => `${path}:${line}`);
  expect(places).toHaveLength(150);
  expect(new Set(places).size).toBe(150);
});

test("S-014: exactly one page is not cut", async () => {
  await using bench = await benchWith({ "a.txt": "hit\n".repeat(100) });
  const { text, data } = await search(bench, { pattern: "hit", limit: 100 });
  expect(data).toMatchObject({ total: 100, truncated: false });
  expect(data.matches).toHaveLength(100);
  expect(text).not.toMatch(/limit|offset|…/);
});

test("S-013: counting stops at 10 000 matches, and pages behind that go on", async () => {
  await using bench = await benchWith({ "a.txt": "hit\n".repeat(9000), "b.txt": "hit\n".repeat(5000) });
  const { text, data } = await search(bench, { pattern: "hit" });
  expect(text).toMatch(/^at least 10000 match\(es\) in 2 file\(s\) for "hit" \(limit reached\)\n/);
  expect(data).toMatchObject({ total: 10_000, total_is_exact: false });
  const late = await search(bench, { pattern: "hit", offset: 13_990 });
  expect(late.data).toMatchObject({ total: 14_000, total_is_exact: true, truncated: false });
  expect(late.data.matches[0]).toMatchObject({ path: "b.txt", line: 4991 });
  const past = await search(bench, { pattern: "hit", offset: 20_000 });
  expect(past.text).toContain("… offset 20000 is past the last of the matches");
  const exact = await search(bench, { pattern: "hit", path: "a.txt" });
  expect(exact.data).toMatchObject({ total: 9000, total_is_exact: true });
});

test("S-015: a pattern that begins with a dash is a pattern", async () => {
  await using bench = await benchWith({ "a.txt": "use --pdf-engine\n-77\nx -> y\n" });
  for (const pattern of ["--pdf-engine", "-77", "->"]) {
    for (const path of [".", "a.txt"]) {
      expect((await search(bench, { pattern, path })).data.total, pattern).toBe(1);
    }
  }
  expect((await search(bench, { pattern: "-e" })).data.total).toBe(1);
  expect((await search(bench, { pattern: "--version" })).text).toBe('No matches for "--version" in ..');
});

test("S-017: a file pattern in place of a regular expression gets a hint, and a wrong output the right ones", async () => {
  await using bench = await benchWith({ "a.ts": "x\n" });
  expect(failureOf(await bench.call("grep", { pattern: "*.ts" })).hint).toContain("glob");
  const output = failureOf(await bench.call("grep", { pattern: "x", output: "filez" }));
  expect(output.code).toBe("invalid_arguments");
  expect(renderOutcome(output)).toMatch(/content[\s\S]*files[\s\S]*count/);
});

test("S-018: all tools count lines alike", async () => {
  await using bench = await benchWith({
    "m.txt": hex("61 0D 62 0D 78 0D"),
    "n.txt": "a\r\nb\r\nx\r\n",
    "lone.txt": "10%\r20%\rdone\nb\nxylophone\n",
    "cr-and-lf.txt": "h1\nh2\na\rb\rx\r",
  });
  for (const path of [".", "m.txt", "n.txt"]) {
    const { data } = await search(bench, { pattern: "^x$", path });
    expect(data.matches.map(({ line }) => line)).toEqual(path === "." ? [5, 3, 3] : [3]);
  }
  for (const path of ["m.txt", "n.txt"]) {
    const read = okOf(await bench.call("read_file", { path, offset: 3 }));
    expect(read.text).toContain("\n\nx");
    const edit = failureOf(await bench.call("edit_file", { path, old_string: "", new_string: "y" }));
    expect(edit.code).toBe("invalid_arguments");
  }
  // A lone CR is no line border in a file that LF ends.
  expect((await search(bench, { pattern: "^20" })).text).toBe('No matches for "^20" in ..');
  expect((await search(bench, { pattern: "done$" })).data.matches[0]).toMatchObject({ line: 1, column: 9 });
  expect((await search(bench, { pattern: "^x", include: "lone*" })).data.matches[0]).toMatchObject({
    line: 3,
  });
});

test("S-019: a hostile pattern cannot hang the process, and other calls go on meanwhile", async () => {
  await using bench = await benchWith({
    "a.txt": `${"a".repeat(50_000)}\n`,
    "b.txt": `${"a".repeat(50_000)}b\n`,
  });
  for (const pattern of ["(a+)+$", "(a|a)*b$", "(a+)+b|a", "(x+x+)+y", ".*.*.*=.*", "(?:a?){100}a{100}"]) {
    for (const path of [".", "a.txt"]) {
      const started = performance.now();
      const slow = bench.call("grep", { pattern, path });
      const other = await bench.call("read_file", { path: "a.txt" });
      expect(other.status).toBe("ok");
      expect((await slow).status).toBe("ok");
      expect(performance.now() - started, pattern).toBeLessThan(20_000);
    }
  }
});

test("F-012: a byte-order mark is not content", async () => {
  await using bench = await benchWith({
    "m.txt": hex("EF BB BF 68 65 6C 6C 6F 0A"),
    "w.txt": Buffer.from("\uFEFFhello\r\nyou\r\n", "utf16le"),
  });
  for (const path of [".", "m.txt", "w.txt"]) {
    const { data, text } = await search(bench, { pattern: "^hello$", path });
    expect(data.matches.map(({ line, column, text: line_ }) => [line, column, line_])).toEqual(
      path === "."
        ? [
            [1, 1, "hello"],
            [1, 1, "hello"],
          ]
        : [[1, 1, "hello"]],
    );
    expect(text).not.toContain("\uFEFF");
  }
  expect((await search(bench, { pattern: "^you$" })).data.matches[0]).toMatchObject({
    path: "w.txt",
    line: 2,
  });
});

test("F-025: a link does not lead out of the workspace, and walks do not follow one", async () => {
  await using outside = await benchWith({ "secret.txt": "S3CRET" });
  await using bench = await benchWith({ "d/f.txt": "S3 inside\n" });
  symlinkSync(outside.root, bench.folder.at("link"));
  symlinkSync(outside.folder.at("secret.txt"), bench.folder.at("leak"));
  symlinkSync("..", bench.folder.at("d/loop"));
  symlinkSync("nowhere", bench.folder.at("dangling"));
  for (const path of ["link", "leak", "link/secret.txt"]) {
    const outcome = failureOf(await bench.call("grep", { pattern: "S3", path }));
    expect(outcome.code).toBe("policy_denied");
    expect(renderOutcome(outcome)).not.toContain("S3CRET");
  }
  const outcome = await bench.call("grep", { pattern: "S3" });
  expect(okOf(outcome).text).toBe('1 match(es) in 1 file(s) for "S3"\n\nd/f.txt\n     1:\tS3 inside');
  expect(outcome.notes).toEqual([]);
});

test("L-006: a page ends by itself below the output limit and names the next one", async () => {
  const content = Array.from(
    { length: 1000 },
    (_, index) => `${String(index + 1).padStart(4, "0")}${"x".repeat(46)}\n`,
  );
  await using bench = await benchWith({ "a.txt": content.join("") }, { maxOutputChars: 3000 });
  const seen: number[] = [];
  for (let offset: number | undefined = 0; offset !== undefined && seen.length < 200;) {
    const { text, data } = await search(bench, { pattern: ".", offset });
    expect(text.length).toBeLessThan(3000);
    expect(text).not.toContain("characters cut");
    expect(
      text
        .split("\n")
        .slice(3, -1)
        .every((line) => /^ *\d+:\t\d{4}x{46}$/.test(line)),
    ).toBe(true);
    seen.push(...data.matches.map(({ line }) => line));
    offset = data.next_offset;
  }
  expect(seen).toEqual(seen.map((_, index) => index + 1));
  expect(await bench.outputs.list("ses_test")).toEqual([]);
});

test("L-006: whatever is shown stays below the smallest output limit", async () => {
  const line = `${"w".repeat(600)}hit${"w".repeat(600)}\n`;
  await using bench = await benchWith({ "a.txt": line.repeat(50) }, { maxOutputChars: 1000 });
  for (const input of [
    { pattern: "hit", context: 20 },
    { pattern: `hit|${"q".repeat(3000)}` },
    { pattern: "hit[\\s\\S]*", multiline: true },
    { pattern: "hit", output: "count" },
  ]) {
    const { text } = await search(bench, input);
    expect(text.length).toBeLessThan(1000);
    expect(text).not.toContain("characters cut");
  }
});

test("P-016: a secret is masked", async () => {
  const key = `sk-${"a1B2".repeat(10)}`;
  await using bench = await benchWith({ ".env": `KEY=${key}\n` });
  const outcome = await bench.call("grep", { pattern: "KEY" });
  expect(okOf(outcome).text).toContain("KEY=[REDACTED_API_KEY]");
  expect(JSON.stringify(outcome)).not.toContain(key);
});

test("C-004: a missing argument is answered with its name, and a blank one as missing", async () => {
  await using bench = await benchWith({});
  const missing = failureOf(await bench.call("grep", {}));
  expect(missing.code).toBe("invalid_arguments");
  expect(missing.message).toContain("pattern");
  const blank = failureOf(await bench.call("grep", { pattern: "  " }));
  expect(blank.code).toBe("invalid_arguments");
  expect(blank.message).toContain("pattern is required");
});

test("C-005: a misspelt argument is refused with the nearest right one", async () => {
  await using bench = await benchWith({ "src/a": "x" });
  const outcome = failureOf(await bench.call("grep", { pattern: "x", paths: "src" }));
  expect(outcome.code).toBe("invalid_arguments");
  expect(renderOutcome(outcome)).toMatch(/paths[\s\S]*\bpath\b/);
});

test("C-009: what can mean only one thing is converted and told", async () => {
  await using bench = await benchWith({ "a.txt": "x\n", "b.md": "x\n" });
  const outcome = await bench.call("grep", { pattern: "x", include: null });
  expect(okOf(outcome).text).toContain("2 match(es)");
  expect(outcome.notes).toHaveLength(1);
  for (const [alias, input] of [
    ["query", { query: "x" }],
    ["regex", { regex: "x" }],
    ["glob", { pattern: "x", glob: "*.md" }],
  ] as const) {
    const other = await bench.call("grep", input);
    expect(okOf(other).text).toContain(alias === "glob" ? "1 match(es)" : "2 match(es)");
    expect(other.notes).toHaveLength(1);
  }
});
