// Prevents: a reading tool that shows something else than the file holds, floods, freezes or leaves the workspace.
import { execFileSync } from "node:child_process";
import { symlinkSync, utimesSync } from "node:fs";
import { renderOutcome } from "@wield/core";
import type { CallOutcome, Json } from "@wield/core";
import { createTestBench } from "@wield/testkit";
import type { TestBenchOptions } from "@wield/testkit";
import { expect, test } from "vitest";
import { failureOf, hex, okOf } from "../../testing/outcome-fixture.ts";
import editFile from "../edit-file/edit-file.tool.ts";
import readFile from "./read-file.tool.ts";

function benchWith(files: TestBenchOptions["files"], settings: TestBenchOptions["settings"] = {}) {
  return createTestBench({
    tools: [readFile, editFile],
    settings,
    ...(files === undefined ? {} : { files }),
  });
}

/** One read of one file in a fresh workspace. */
async function read(
  file: { readonly name: string; readonly content: string | Uint8Array },
  input: { readonly [name: string]: Json } = {},
  settings: TestBenchOptions["settings"] = {},
): Promise<CallOutcome> {
  await using bench = await benchWith({ [file.name]: file.content }, settings);
  return bench.call("read_file", { path: file.name, ...input });
}

function textOf(outcome: CallOutcome): string {
  return okOf(outcome).text;
}

const ten = Array.from({ length: 10 }, (_, index) => `l${index + 1}\n`).join("");

test("F-001: a read gives one header line, a blank line, then the bytes", async () => {
  const outcome = await read({ name: "a.txt", content: "one\ntwo\n" });
  expect(textOf(outcome)).toBe("a.txt — lines 1-2 of 2\n\none\ntwo\n");
  expect(outcome.data).toEqual({ path: "a.txt", first_line: 1, last_line: 2, total_lines: 2 });
  expect(outcome.notes).toEqual([]);
});

test("F-002: tabs and carriage returns reach the reader unchanged", async () => {
  const outcome = await read({ name: "t.txt", content: hex("78 09 79 0D 0A 7A") });
  expect(textOf(outcome)).toBe("t.txt — lines 1-2 of 2\n\nx\ty\r\nz");
});

test("F-003: a clipped read says how many lines follow and where to go on", async () => {
  const outcome = await read({ name: "ten.txt", content: ten }, { offset: 3, limit: 2 });
  expect(textOf(outcome)).toBe(
    "ten.txt — lines 3-4 of 10\n\nl3\nl4\n… 6 more lines (use offset=5 to continue)",
  );
  expect(outcome.data).toEqual({ path: "ten.txt", first_line: 3, last_line: 4, total_lines: 10 });
});

test("F-004: zero and negative windows fall back to the defaults", async () => {
  const outcome = await read({ name: "ten.txt", content: ten }, { offset: 0, limit: -1 });
  expect(textOf(outcome)).toBe(textOf(await read({ name: "ten.txt", content: ten })));
  expect(outcome.notes.join("\n")).toMatch(/offset[\s\S]*limit/);
});

test("F-004: a column of zero falls back to none, and one on several lines is refused", async () => {
  const zero = await read({ name: "ten.txt", content: ten }, { column: 0 });
  expect(textOf(zero)).toContain("lines 1-10 of 10");
  expect(zero.notes.join("\n")).toContain("column");
  const several = failureOf(await read({ name: "ten.txt", content: ten }, { column: 2, limit: 3 }));
  expect(several).toMatchObject({ code: "invalid_arguments" });
  expect(several.message).toContain("limit is 3");
});

test("F-005: an empty file is an answer, not an error", async () => {
  const outcome = await read({ name: "e.txt", content: "" });
  expect(textOf(outcome)).toBe("e.txt — lines 0-0 of 0\n\n");
  expect(outcome.data).toEqual({ path: "e.txt", first_line: 0, last_line: 0, total_lines: 0 });
});

test("F-006: an offset past the end is refused with the true line count", async () => {
  const outcome = failureOf(await read({ name: "three.txt", content: "a\nb\nc\n" }, { offset: 4 }));
  expect(outcome.message).toContain("offset 4 is past end of file (3 lines)");
  expect(outcome.hint).toContain("offset=1");
});

const big = "x\n".repeat(300_000);

test("F-007: a read stopped by the byte cap never claims to know the whole", async () => {
  const outcome = await read({ name: "big.txt", content: big });
  const text = textOf(outcome);
  expect(text).toMatch(/^big\.txt — lines 1-2000 of ≥204800\n\nx\n/);
  expect(
    text.endsWith(
      "x\n… at least 202800 more lines (use offset=2001 to continue)\n… file truncated at 400 KB",
    ),
  ).toBe(true);
  expect(outcome.data).toEqual({
    path: "big.txt",
    first_line: 1,
    last_line: 2000,
    truncated: true,
    total_lines_at_least: 204_800,
  });
});

test("F-007: a file of exactly 400 KB is read whole and counted", async () => {
  const outcome = await read({ name: "exact.txt", content: "x\n".repeat(204_800) }, { offset: 204_800 });
  expect(textOf(outcome)).toBe("exact.txt — lines 204800-204800 of 204800\n\nx\n");
});

test("F-008: paging past the byte cap is refused and the cap is named", async () => {
  const outcome = failureOf(await read({ name: "big.txt", content: big }, { offset: 204_801 }));
  expect(outcome).toMatchObject({ code: "past_cap" });
  expect(outcome.message).toContain("400 KB");
  expect(outcome.hint).toContain("grep");
});

test("F-009: a cap that falls inside a character drops the character, not the encoding", async () => {
  const line = `${"a".repeat(49)}\n`;
  const content = Buffer.concat([Buffer.from(line.repeat(8191) + "a".repeat(49)), hex("C3 A9 0A 78 0A")]);
  const outcome = await read({ name: "u.txt", content }, { limit: 9000 }, { maxOutputChars: 1_000_000 });
  const text = textOf(outcome);
  expect(text).not.toContain("\uFFFD");
  expect(text.endsWith(`${"a".repeat(49)}\n… file truncated at 400 KB`)).toBe(true);
});

test("F-010: bytes that are no text are refused with the place of the first bad byte", async () => {
  const outcome = failureOf(await read({ name: "b.bin", content: hex("41 42 0A 80 81 00 FF") }));
  expect(outcome.code).toBe("binary");
  expect(outcome.message).toMatch(
    /b\.bin is binary or not UTF-8: byte 0x80 at offset 3 \(looks like .+, 7 bytes\)/,
  );
});

test("F-011: UTF-16 with a byte-order mark is decoded and named", async () => {
  const outcome = await read({ name: "w.txt", content: hex("FF FE 48 00 69 00 0D 00 0A 00") });
  expect(textOf(outcome)).toBe("w.txt — lines 1-1 of 1\n\nHi\r\n");
  expect(outcome.data).toMatchObject({ encoding: "utf-16le", total_lines: 1 });
  expect(outcome.notes.join()).toContain("not UTF-8");
});

test("F-012: a UTF-8 byte-order mark is not content", async () => {
  const outcome = await read({ name: "m.txt", content: hex("EF BB BF 68 65 6C 6C 6F 0A") });
  expect(textOf(outcome)).toBe("m.txt — lines 1-1 of 1\n\nhello\n");
  expect(outcome.data).toMatchObject({ bom: true });
});

test("F-013: something that is not a regular file is refused at once", async () => {
  await using bench = await benchWith({});
  execFileSync("mkfifo", [bench.folder.at("p")]);
  const outcome = failureOf(await bench.call("read_file", { path: "p" }));
  expect(outcome.code).toBe("not_a_file");
  expect(outcome.message).toContain("not a regular file");
});

test("F-014: reading a directory names the tool that lists it", async () => {
  await using bench = await benchWith({ "d/x": "" });
  const outcome = failureOf(await bench.call("read_file", { path: "d" }));
  expect(outcome.message).toContain("directory");
  expect(outcome.hint).toContain("list_files");
});

test("F-015: a missing file names the closest one that exists", async () => {
  await using bench = await benchWith({ "docs/security.md": "# S\n" });
  const outcome = failureOf(await bench.call("read_file", { path: "security.md" }));
  expect(outcome.code).toBe("no_such_file");
  expect(outcome.hint).toContain("docs/security.md");
  expect(renderOutcome(outcome)).not.toContain("# S");
});

test("F-016: a lone CR is a line end only where CR is the file's habit", async () => {
  expect((await read({ name: "a.txt", content: "a\rb\n" })).data).toMatchObject({ total_lines: 1 });
  expect((await read({ name: "b.txt", content: "a\rb\rc\n" })).data).toMatchObject({ total_lines: 3 });
});

test.each([
  "| a | b  |\r\n|\t1\u00A0| 2 |\r\n",
  "no end of line",
  "a\rb\rc\r",
  "\u001B[31mred\u0007\n",
  "trailing  \n\n\n",
  "\u0000nul\n",
])("F-017: what a read shows of %j is an anchor that matches", async (content) => {
  await using bench = await benchWith({ "t.md": content });
  const text = textOf(await bench.call("read_file", { path: "t.md" }));
  const shown = text.slice(text.indexOf("\n\n") + 2);
  const edit = await bench.call("edit_file", { path: "t.md", old_string: shown, new_string: "x" });
  expect(textOf(edit)).toBe("Edited t.md (1 replacement(s))");
  expect(await bench.read("t.md")).toBe("x");
});

test("F-018: a blank path is told as such", async () => {
  await using bench = await benchWith({});
  const outcome = failureOf(await bench.call("read_file", { path: "   " }));
  expect(outcome).toMatchObject({ code: "invalid_arguments" });
  expect(outcome.message).toContain("path is required");
});

test("F-019: one endless line cannot flood or freeze anything", async () => {
  const started = performance.now();
  const outcome = await read({ name: "one.txt", content: "x".repeat(600_000) });
  const text = textOf(outcome);
  expect(performance.now() - started).toBeLessThan(20_000);
  expect(text.length).toBeLessThan(10_000);
  expect(text).toMatch(/^one\.txt — lines 1-1 of ≥1\n\nx{6000}\n/);
  expect(text).toMatch(
    /\n… 401600 characters of line 1 cut \(use offset=1 limit=1 column=6001 to continue\)\nx{2000}\n/,
  );
  expect(text.endsWith("… file truncated at 400 KB")).toBe(true);
});

test("F-020: a long line can be looked at slice by slice", async () => {
  const content = `${"a".repeat(30_000)}MARK${"b".repeat(30_000)}\n`;
  const outcome = await read({ name: "l.txt", content }, { offset: 1, limit: 1, column: 30_001 });
  const text = textOf(outcome);
  expect(text).toMatch(/^l\.txt — lines 1-1 of 1\n\nMARKb/);
  expect(text).toContain("… columns 30001-50000 of 60004 shown\n");
  expect(text).toContain("… 10004 more characters of line 1 (use column=50001 to continue)");
  expect(outcome.data).toMatchObject({ first_column: 30_001, last_column: 50_000 });
  const rest = await read({ name: "l.txt", content }, { column: 50_001 });
  expect(textOf(rest)).toBe(
    `l.txt — lines 1-1 of 1\n\n${"b".repeat(10_004)}\n… columns 50001-60004 of 60004 shown`,
  );
});

test("F-021: a repeated read gives the content again, never a notice in its place", async () => {
  await using bench = await benchWith({ "a.txt": "one\n" });
  const texts: string[] = [];
  for (const second of [1, 2, 3]) {
    utimesSync(bench.folder.at("a.txt"), second, second);
    texts.push(renderOutcome(await bench.call("read_file", { path: "a.txt" })));
  }
  expect(new Set(texts)).toEqual(new Set(["a.txt — lines 1-1 of 1\n\none\n"]));
});

test("F-022: a name that differs only in the kind of space is found for reading", async () => {
  const trueName = "Shot 2026-05-15\u202F3.10.png.txt";
  await using bench = await benchWith({ [trueName]: "shot\n" });
  const outcome = await bench.call("read_file", { path: trueName.replace("\u202F", " ") });
  expect(textOf(outcome)).toContain("shot\n");
  expect(renderOutcome(outcome)).toContain(trueName);
});

test("F-024: no relative path leaves the workspace", async () => {
  await using outside = await benchWith({ "secret.txt": "S3CRET" });
  await using bench = await benchWith({});
  const outcome = failureOf(await bench.call("read_file", { path: outside.folder.at("secret.txt") }));
  expect(outcome).toMatchObject({ status: "denied", code: "policy_denied" });
  expect(outcome.message).toContain("outside the workspace");
  expect(renderOutcome(outcome)).not.toContain("S3CRET");
});

test("F-025: a link inside the workspace does not lead out of it", async () => {
  await using outside = await benchWith({ "secret.txt": "S3CRET" });
  await using bench = await benchWith({});
  symlinkSync(outside.root, bench.folder.at("link"));
  symlinkSync(outside.folder.at("secret.txt"), bench.folder.at("leak"));
  for (const path of ["link/secret.txt", "leak"]) {
    const outcome = failureOf(await bench.call("read_file", { path }));
    expect(outcome.code).toBe("policy_denied");
    expect(renderOutcome(outcome)).not.toContain("S3CRET");
  }
});

test("L-006: a page ends by itself and names the next one", async () => {
  const line = (number: number): string => `${String(number).padStart(4, "0")}${"x".repeat(46)}\n`;
  const content = Array.from({ length: 1000 }, (_, index) => line(index + 1)).join("");
  await using bench = await benchWith({ "a.txt": content }, { maxOutputChars: 3000 });
  const text = textOf(await bench.call("read_file", { path: "a.txt" }));
  expect(text.length).toBeLessThan(3000);
  expect(text).not.toContain("characters cut");
  const next = Number(/… \d+ more lines \(use offset=(\d+) to continue\)$/.exec(text)?.[1]);
  expect(text).toContain(line(next - 1));
  expect(await bench.outputs.list("ses_test")).toEqual([]);
  const following = textOf(await bench.call("read_file", { path: "a.txt", offset: next }));
  expect(following.split("\n\n")[1]?.startsWith(line(next))).toBe(true);
});

test("U-005: control codes stay where the bytes are the point", async () => {
  const outcome = await read({ name: "c.txt", content: hex("61 1B 5B 33 31 6D 62 07 0A") });
  expect(textOf(outcome)).toContain("a\u001B[31mb\u0007\n");
});

test("C-007: empty arguments are an empty object, and the missing path is named", async () => {
  await using bench = await benchWith({});
  for (const input of ["", "  ", "null", null, undefined]) {
    const outcome = failureOf(await bench.call("read_file", input));
    expect(outcome.code).toBe("invalid_arguments");
    expect(outcome.message).toContain("path");
  }
});

test("C-009: what can mean only one thing is converted and told", async () => {
  const outcome = await read({ name: "a.txt", content: ten }, { limit: "5" });
  expect(textOf(outcome)).toContain("lines 1-5 of 10");
  expect(outcome.notes).toEqual(['converted limit "5" to 5']);
});

test("C-011: accepted other spellings run, are noted and are not advertised", async () => {
  await using bench = await benchWith({ "a.txt": "one\n" });
  for (const alias of ["file_path", "filename", "file"]) {
    const outcome = await bench.call("read_file", { [alias]: "a.txt" });
    expect(textOf(outcome)).toContain("one");
    expect(outcome.notes.join()).toContain("path");
    expect(JSON.stringify(readFile.input.json)).not.toContain(alias === "file" ? '"file"' : alias);
  }
  const same = await bench.call("read_file", { path: "a.txt", file_path: "a.txt" });
  expect(same.status).toBe("ok");
  const different = failureOf(await bench.call("read_file", { path: "a.txt", file_path: "b.txt" }));
  expect(different.code).toBe("invalid_arguments");
  expect(different.message).toMatch(/file_path/);
  expect(different.message).toMatch(/\bpath\b/);
});

test("C-013: a unique spelling variant of a reading tool resolves", async () => {
  await using bench = await benchWith({ "a.txt": "one\n" });
  for (const name of ["Read_File", "read-file", "READFILE"]) {
    const outcome = await bench.call(name, { path: "a.txt" });
    expect(textOf(outcome)).toContain("one");
    expect(outcome.notes.join()).toContain("read_file");
  }
});
