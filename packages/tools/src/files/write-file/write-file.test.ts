// Prevents: a write that loses what somebody else wrote, changes a file's form, or lands where nobody asked for it.
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { createTestBench } from "@wield/testkit";
import type { TestBench, TestBenchOptions } from "@wield/testkit";
import { expect, test } from "vitest";
import { failureOf, hex, okOf } from "../../testing/outcome-fixture.ts";
import editFile from "../edit-file/edit-file.tool.ts";
import readFile from "../read-file/read-file.tool.ts";
import writeFile from "./write-file.tool.ts";

function benchWith(files: TestBenchOptions["files"] = {}, options: Partial<TestBenchOptions> = {}) {
  return createTestBench({ tools: [readFile, writeFile, editFile], files, ...options });
}

async function hexOf(bench: TestBench, path: string): Promise<string> {
  return Buffer.from(await bench.folder.bytes(path)).toString("hex");
}

test("F-018: a blank path is told as such, and nothing is written", async () => {
  await using bench = await benchWith();
  const outcome = failureOf(await bench.call("write_file", { path: "", content: "x" }));
  expect(outcome.code).toBe("invalid_arguments");
  expect(outcome.message).toContain("path is required");
  expect(readdirSync(bench.root)).toEqual([]);
});

test("F-023: decoration around a path is refused with the clean name", async () => {
  await using bench = await benchWith({ "a.js": "1\n" });
  for (const path of ["**a.js**", "`a.js`", "### a.js", "a.js\n", '"a.js"', "<a.js>"]) {
    const outcome = failureOf(await bench.call("write_file", { path, content: "2\n" }));
    expect(outcome.code).toBe("bad_path");
    expect(outcome.hint).toContain("a.js");
  }
  expect(readdirSync(bench.root)).toEqual(["a.js"]);
  expect(await bench.read("a.js")).toBe("1\n");
});

test("F-023: where a file of exactly the decorated name exists, that one is used", async () => {
  await using bench = await benchWith({ "a.js": "1\n", "**a.js**": "1\n" });
  okOf(await bench.call("write_file", { path: "**a.js**", content: "2\n" }));
  expect(await bench.read("**a.js**")).toBe("2\n");
  expect(await bench.read("a.js")).toBe("1\n");
});

test("F-024: no relative path leaves the workspace, and no folder is made out there", async () => {
  await using bench = await benchWith();
  const outcome = failureOf(
    await bench.call("write_file", { path: "../new-wield-folder/x.txt", content: "x" }),
  );
  expect(outcome).toMatchObject({ status: "denied", code: "policy_denied" });
  expect(outcome.message).toContain("outside the workspace");
  expect(readdirSync(bench.folder.at(".."))).not.toContain("new-wield-folder");
});

test("F-026: a new file is judged by where its folder really is", async () => {
  await using outside = await benchWith();
  await using bench = await benchWith();
  symlinkSync(outside.root, bench.folder.at("link"));
  failureOf(await bench.call("write_file", { path: "link/a/b/new.txt", content: "x" }));
  expect(readdirSync(outside.root)).toEqual([]);
});

test("F-028: a new file is made with its parents", async () => {
  await using bench = await benchWith();
  const outcome = okOf(await bench.call("write_file", { path: "d/e/f.txt", content: "hi" }));
  expect(outcome.text).toBe("Created d/e/f.txt (2 bytes, 1 lines)");
  expect(outcome.data).toEqual({ path: "d/e/f.txt", bytes: 2, lines: 1, created: true });
  const mode = (path: string): number => statSync(bench.folder.at(path)).mode & 0o777;
  const umask = process.umask();
  expect([mode("d"), mode("d/e"), mode("d/e/f.txt")]).toEqual([
    0o755 & ~umask,
    0o755 & ~umask,
    0o644 & ~umask,
  ]);
});

test("F-029: a write without content never empties a file", async () => {
  const ten = "line\n".repeat(10);
  await using bench = await benchWith({ "a.txt": ten });
  for (const input of [{ path: "a.txt" }, { path: "a.txt", content: null }]) {
    const outcome = failureOf(await bench.call("write_file", input));
    expect(outcome.code).toBe("invalid_arguments");
    expect(outcome.message).toContain("content");
    expect(outcome.message).toContain("required");
  }
  expect(await bench.read("a.txt")).toBe(ten);
});

test("F-030: permission bits survive an overwrite", async () => {
  await using bench = await benchWith({ key: "k1\n" });
  chmodSync(bench.folder.at("key"), 0o600);
  await bench.call("read_file", { path: "key" });
  okOf(await bench.call("write_file", { path: "key", content: "k2\n" }));
  expect(statSync(bench.folder.at("key")).mode & 0o777).toBe(0o600);
});

test("F-031: writing through a link changes the target and leaves the link", async () => {
  await using bench = await benchWith({ "real.txt": "o" });
  symlinkSync("real.txt", bench.folder.at("ln.txt"));
  okOf(await bench.call("write_file", { path: "ln.txt", content: "n" }));
  expect(lstatSync(bench.folder.at("ln.txt")).isSymbolicLink()).toBe(true);
  expect(await bench.read("real.txt")).toBe("n");
});

test("F-032: a byte-order mark is neither added nor lost", async () => {
  await using bench = await benchWith({ "b.txt": hex("EF BB BF 61 0A") });
  await bench.call("read_file", { path: "b.txt" });
  const kept = okOf(await bench.call("write_file", { path: "b.txt", content: "c\n" }));
  expect(await hexOf(bench, "b.txt")).toBe("efbbbf630a");
  expect(kept.data).toMatchObject({ bytes: 2 });
  expect(kept.notes.join()).toContain("byte-order mark");
  okOf(await bench.call("write_file", { path: "b.txt", content: "\uFEFFd\n" }));
  expect(await hexOf(bench, "b.txt")).toBe("efbbbf640a");
  okOf(await bench.call("write_file", { path: "n.txt", content: "x\n" }));
  expect(await hexOf(bench, "n.txt")).toBe("780a");
});

test("F-032: UTF-16 is kept, by an overwrite and by an append", async () => {
  await using bench = await benchWith({ "w.txt": hex("FF FE 48 00") });
  okOf(await bench.call("write_file", { path: "w.txt", content: "I\n", append: true }));
  expect(await hexOf(bench, "w.txt")).toBe("fffe480049000a00");
  const outcome = okOf(await bench.call("write_file", { path: "w.txt", content: "é" }));
  expect(await hexOf(bench, "w.txt")).toBe("fffee900");
  expect(outcome.data).toMatchObject({ bytes: 2 });
  expect(outcome.notes.join()).toContain("UTF-16LE");
});

test("C-008: arguments that are no JSON are never guessed", async () => {
  await using bench = await benchWith();
  const outcome = failureOf(await bench.call("write_file", '{"path":"a.txt","content":"x'));
  expect(outcome.code).toBe("invalid_arguments");
  expect(readdirSync(bench.root)).toEqual([]);
});

test.each(["[1]", "true", "5", "null", '{"a":1}'])(
  "C-010: a text parameter keeps %s, which looks like something else",
  async (content) => {
    await using bench = await benchWith();
    const outcome = okOf(await bench.call("write_file", { path: "a.txt", content }));
    expect(await bench.read("a.txt")).toBe(content);
    expect(outcome.notes).toEqual([]);
  },
);

test("C-011: text and contents are taken for content, and noted", async () => {
  await using bench = await benchWith();
  for (const alias of ["text", "contents"]) {
    const outcome = okOf(await bench.call("write_file", { file_path: "a.txt", [alias]: alias }));
    expect(await bench.read("a.txt")).toBe(alias);
    expect(outcome.notes.join()).toContain("content");
  }
});

test("U-002: half a character from a model is replaced before it is kept", async () => {
  await using bench = await benchWith();
  okOf(await bench.call("write_file", { path: "s.txt", content: "a\ud99cb" }));
  expect(await hexOf(bench, "s.txt")).toBe("61efbfbd62");
});

test("empty content makes a file of no bytes and no lines, and a line break at the end counts", async () => {
  await using bench = await benchWith();
  expect(okOf(await bench.call("write_file", { path: "e.txt", content: "" })).text).toBe(
    "Created e.txt (0 bytes, 0 lines)",
  );
  expect(okOf(await bench.call("write_file", { path: "e.txt", content: "a\n" })).text).toBe(
    "Updated e.txt (2 bytes, 2 lines)",
  );
  expect(okOf(await bench.call("write_file", { path: "e.txt", content: "a\n" })).text).toBe(
    "Updated e.txt (2 bytes, 2 lines)",
  );
});

test("append adds no line break, is never stale, and makes a file that is missing", async () => {
  await using bench = await benchWith({ "log.txt": "one" });
  await bench.call("read_file", { path: "log.txt" });
  await bench.write("log.txt", "theirs");
  const outcome = okOf(await bench.call("write_file", { path: "log.txt", content: "+mine", append: true }));
  expect(outcome.text).toBe("Appended to log.txt (5 bytes, 1 lines)");
  expect(await bench.read("log.txt")).toBe("theirs+mine");
  const made = okOf(await bench.call("write_file", { path: "d/new.txt", content: "x", append: true }));
  expect(made.text).toBe("Appended to d/new.txt (1 bytes, 1 lines)");
  expect(made.data).toMatchObject({ created: true });
});

test("U-003: an append never makes a file of two encodings", async () => {
  await using bench = await benchWith({ "sjis.txt": hex("93 FA 96 7B 0A") });
  const outcome = failureOf(
    await bench.call("write_file", { path: "sjis.txt", content: "日\n", append: true }),
  );
  expect(outcome.code).toBe("binary");
  okOf(await bench.call("write_file", { path: "sjis.txt", content: "A=1\n", append: true }));
  expect(await hexOf(bench, "sjis.txt")).toBe("93fa967b0a413d310a");
});

test("a directory is not written over, replacing or appending", async () => {
  await using bench = await benchWith();
  mkdirSync(bench.folder.at("d"));
  for (const append of [false, true]) {
    const outcome = failureOf(await bench.call("write_file", { path: "d", content: "x", append }));
    expect(outcome).toMatchObject({ code: "is_directory", hint: "give a file path" });
    expect(outcome.message).toContain("d is a directory");
  }
});

test("content over the limit is refused before anything is opened", async () => {
  await using bench = await benchWith({ "a.txt": "old" });
  const content = "é".repeat(8 * 1024 * 1024 + 1);
  const outcome = failureOf(await bench.call("write_file", { path: "a.txt", content }));
  expect(outcome).toMatchObject({ code: "too_large", hint: "write in parts with append" });
  expect(outcome.message).toContain("16777218 bytes");
  expect(await bench.read("a.txt")).toBe("old");
});

test("a name that only looks the same is never written in its place", async () => {
  const trueName = "a\u00A0b.txt";
  await using bench = await benchWith({ [trueName]: "old\n" });
  okOf(await bench.call("write_file", { path: "a b.txt", content: "new\n" }));
  expect(await bench.read(trueName)).toBe("old\n");
  expect(await bench.read("a b.txt")).toBe("new\n");
});

test("an approval shows what would change, and says when that cannot be shown", async () => {
  const previews: (string | undefined)[] = [];
  const asker = {
    surface: "terminal" as const,
    ask: async (request: { readonly preview?: string; readonly previewProblem?: string }) => {
      previews.push(request.preview ?? request.previewProblem);
      return { choice: "deny" as const, by: "tester", surface: "terminal" as const, at: 0 };
    },
  };
  await using bench = await benchWith({ "a.txt": "one\ntwo\n" });
  const options = { askers: [asker], settings: { approvalMode: "prompt" as const } };
  await bench.call("write_file", { path: "a.txt", content: "one\n2\n" }, options);
  await bench.call("write_file", { path: "a.txt", content: "three\n", append: true }, options);
  await bench.call("write_file", { path: "new.txt", content: "x\n" }, options);
  mkdirSync(bench.folder.at("d"));
  await bench.call("write_file", { path: "d", content: "x" }, options);
  expect(previews[0]).toContain("-two\n+2\n");
  expect(previews[1]).toContain(" two\n+three\n");
  expect(previews[2]).toContain("+++ new.txt\n");
  expect(previews[3]).toContain("directory");
  expect(await bench.read("a.txt")).toBe("one\ntwo\n");
});
