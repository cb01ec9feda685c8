// Prevents: a write that buries what somebody else changed, or lines that a model never read, without a word.
import { utimesSync } from "node:fs";
import { renderOutcome } from "@wield/core";
import { createTestBench } from "@wield/testkit";
import type { TestBenchOptions } from "@wield/testkit";
import { expect, test } from "vitest";
import { failureOf, hex, okOf } from "../../testing/outcome-fixture.ts";
import editFile from "../edit-file/edit-file.tool.ts";
import readFile from "../read-file/read-file.tool.ts";
import writeFile from "./write-file.tool.ts";

function benchWith(files: TestBenchOptions["files"] = {}, options: Partial<TestBenchOptions> = {}) {
  return createTestBench({ tools: [readFile, writeFile, editFile], files, ...options });
}

test("F-034: a whole-file write does not bury what somebody else changed", async () => {
  await using bench = await benchWith({ "f.txt": "a\nb\n" });
  await bench.call("read_file", { path: "f.txt" });
  await bench.write("f.txt", "a\nB\n");
  const outcome = failureOf(await bench.call("write_file", { path: "f.txt", content: "a\nb\nc\n" }));
  expect(outcome.code).toBe("stale");
  expect(outcome.message).toContain("f.txt was changed by someone else since this session read it");
  expect(outcome.message).toContain("-B\n+b\n+c");
  expect(outcome.hint).toBe("read it again, then write");
  expect(await bench.read("f.txt")).toBe("a\nB\n");
  await bench.call("read_file", { path: "f.txt" });
  okOf(await bench.call("write_file", { path: "f.txt", content: "a\nb\nc\n" }));
});

test("F-034: the diff of a stale write is short, however much changed", async () => {
  const many = (word: string): string =>
    Array.from({ length: 500 }, (_, line) => `${word} ${line}\n`).join("");
  await using bench = await benchWith({ "f.txt": many("a") });
  await bench.call("read_file", { path: "f.txt" });
  await bench.write("f.txt", many("b"));
  const outcome = failureOf(await bench.call("write_file", { path: "f.txt", content: many("c") }));
  expect(outcome.message.length).toBeLessThan(2000);
  expect(outcome.message.split("\n").length).toBeLessThan(45);
  expect(outcome.message).toContain("… and more");
});

test("F-034: long lines do not make the failure of a stale write longer than a sentence may be", async () => {
  await using bench = await benchWith({ "f.txt": "a\n" });
  await bench.call("read_file", { path: "f.txt" });
  await bench.write("f.txt", `${"b".repeat(300)}\n`.repeat(30));
  const outcome = failureOf(await bench.call("write_file", { path: "f.txt", content: "c\n" }));
  expect(outcome.message.length).toBeLessThan(2000);
});

test("F-034: writing what somebody else already wrote buries nothing and is no loss", async () => {
  await using bench = await benchWith({ "f.txt": "a\n" });
  await bench.call("read_file", { path: "f.txt" }, { caller: "agent" });
  await bench.write("f.txt", "b\n");
  const outcome = okOf(
    await bench.call("write_file", { path: "f.txt", content: "b\n" }, { caller: "agent" }),
  );
  expect(outcome.notes).toEqual([]);
});

test("F-034: somebody who writes between the look and the rename is not buried either", async () => {
  let isArmed = false;
  await using bench = await benchWith(
    { "f.txt": "a\n" },
    {
      wrapFiles: (driver) => ({
        ...driver,
        open(scope) {
          const files = driver.open(scope);
          return {
            ...files,
            async write(path, content, options) {
              if (isArmed) await bench.write("f.txt", "theirs\n");
              return files.write(path, content, options);
            },
          };
        },
      }),
    },
  );
  isArmed = true;
  const outcome = failureOf(await bench.call("write_file", { path: "f.txt", content: "mine\n" }));
  expect(outcome.code).toBe("stale");
  expect(outcome.message).toContain("-theirs\n+mine");
  expect(await bench.read("f.txt")).toBe("theirs\n");
});

test("F-034: a file that somebody made under the name of a new one is not buried either", async () => {
  await using bench = await benchWith(
    {},
    {
      wrapFiles: (driver) => ({
        ...driver,
        open(scope) {
          const files = driver.open(scope);
          return {
            ...files,
            async write(path, content, options) {
              await bench.write("f.txt", "theirs\n");
              return files.write(path, content, options);
            },
          };
        },
      }),
    },
  );
  const outcome = failureOf(await bench.call("write_file", { path: "f.txt", content: "mine\n" }));
  expect(outcome.code).toBe("stale");
  expect(await bench.read("f.txt")).toBe("theirs\n");
});

test("F-035: a new time stamp alone is no change", async () => {
  await using bench = await benchWith({ "f.txt": "a\n" });
  await bench.call("read_file", { path: "f.txt" });
  utimesSync(bench.folder.at("f.txt"), 1, 1);
  await bench.write("f.txt", "a\n");
  okOf(await bench.call("write_file", { path: "f.txt", content: "new\n" }));
});

test("F-036: overwriting a file nobody read is told to a model and to nobody else", async () => {
  for (const caller of ["agent", "subagent", "cli", "http", "mcp", "code", "test"] as const) {
    await using bench = await benchWith({ ".gitignore": "a\nb\nc\n" });
    const outcome = okOf(await bench.call("write_file", { path: ".gitignore", content: "x\n" }, { caller }));
    const isModel = caller === "agent" || caller === "subagent";
    expect(
      renderOutcome(outcome).includes(
        "… replaced 3 lines not read in this session (wield undo puts them back)",
      ),
    ).toBe(isModel);
    expect(outcome.data).toMatchObject(isModel ? { unseen_lines: 3 } : { path: ".gitignore" });
    const old = await bench.undo.content(bench.root, outcome.call.id, 0);
    expect(Buffer.from(old ?? []).toString()).toBe("a\nb\nc\n");
  }
});

test("F-036: only the lines that were not read count, and none after a write of one's own", async () => {
  await using bench = await benchWith({
    "a.txt": "1\n2\n3\n4\n5\n",
    "long.txt": `${"x".repeat(30_000)}\nshort\n`,
  });
  const agent = { caller: "agent" } as const;
  await bench.call("read_file", { path: "a.txt", limit: 2 }, agent);
  await bench.call("read_file", { path: "a.txt", offset: 2, limit: 2 }, agent);
  const first = okOf(await bench.call("write_file", { path: "a.txt", content: "new\n" }, agent));
  expect(first.data).toMatchObject({ unseen_lines: 2 });
  const second = okOf(await bench.call("write_file", { path: "a.txt", content: "newer\n" }, agent));
  expect(second.notes).toEqual([]);
  const other = okOf(
    await bench.call("write_file", { path: "a.txt", content: "x" }, { ...agent, sessionId: "ses_b" }),
  );
  expect(other.data).toMatchObject({ unseen_lines: 1 });
  await bench.call("read_file", { path: "long.txt" }, agent);
  const long = okOf(await bench.call("write_file", { path: "long.txt", content: "x" }, agent));
  expect(long.data).toMatchObject({ unseen_lines: 1 });
});

test("F-036: an edit of a file that was read in part leaves the rest of it unseen", async () => {
  await using bench = await benchWith({ "a.txt": "1\n2\n3\n4\n5\n" });
  const agent = { caller: "agent" } as const;
  await bench.call("read_file", { path: "a.txt", limit: 2 }, agent);
  okOf(await bench.call("edit_file", { path: "a.txt", old_string: "2", new_string: "2\nand a half" }, agent));
  const outcome = okOf(await bench.call("write_file", { path: "a.txt", content: "x" }, agent));
  expect(outcome.data).toMatchObject({ unseen_lines: 3 });
});

test("an unseen file that is no text may be replaced, and that is told in bytes", async () => {
  await using bench = await benchWith({ "b.bin": hex("FF 00 FE 01") });
  const outcome = okOf(await bench.call("write_file", { path: "b.bin", content: "x" }, { caller: "agent" }));
  expect(outcome.notes.join()).toContain("replaced 4 bytes that are no text");
});

test("what somebody else wrote before one's own append is still not buried by a write", async () => {
  await using bench = await benchWith({ "log.txt": "one\n" });
  await bench.call("read_file", { path: "log.txt" });
  await bench.write("log.txt", "theirs\n");
  okOf(await bench.call("write_file", { path: "log.txt", content: "mine\n", append: true }));
  expect(failureOf(await bench.call("write_file", { path: "log.txt", content: "x" })).code).toBe("stale");
});
