// Prevents: an edit that changes another place, another line end or another file than the one that was meant.
import { chmodSync, statSync } from "node:fs";
import type { CallOutcome } from "@wield/core";
import type { TestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import { edit, editBench, refused } from "../../testing/edit-fixture.ts";
import { failureOf, hex, okOf } from "../../testing/outcome-fixture.ts";

function diffOf(outcome: CallOutcome): string {
  return (okOf(outcome).data as { readonly diff: string }).diff;
}

async function hexOf(bench: TestBench, path: string): Promise<string> {
  return Buffer.from(await bench.folder.bytes(path)).toString("hex");
}

test("F-030: permission bits survive an edit", async () => {
  await using bench = await editBench({ "run.sh": "#!/bin/sh\necho a\n" });
  chmodSync(bench.folder.at("run.sh"), 0o755);
  okOf(await bench.call("edit_file", { path: "run.sh", old_string: "echo a", new_string: "echo b" }));
  expect(statSync(bench.folder.at("run.sh")).mode & 0o777).toBe(0o755);
});

test("F-038: replace_all changes all and counts them", async () => {
  const { outcome, text } = await edit("a = 1\nb = 1\n", {
    old_string: "= 1",
    new_string: "= 2",
    replace_all: true,
  });
  expect(okOf(outcome).text).toBe("Edited a.txt (2 replacement(s))");
  expect(outcome.data).toMatchObject({ replacements: 2 });
  expect(text).toBe("a = 2\nb = 2\n");
});

test("F-040: an LF anchor finds its CRLF place once the exact match has failed", async () => {
  const { outcome, text } = await edit("a\r\nb\r\n", { old_string: "a\nb", new_string: "x\ny" });
  expect(text).toBe("x\r\ny\r\n");
  expect(okOf(outcome).text).toContain(
    "[translated old_string line endings from LF to CRLF to match the file]",
  );
});

test("F-040: in the translated text CRLF and a lone CR stay as they came", async () => {
  const { text } = await edit("a\r\nb\r\n", { old_string: "a\nb", new_string: "1\r\n2\r3\n4" });
  expect(text).toBe("1\r\n2\r3\r\n4\r\n");
});

test("F-041: a matching anchor writes the new text as it came, and LF in a CRLF file is told", async () => {
  const { outcome, text } = await edit("a\r\nb\r\n", { old_string: "a", new_string: "p\nq" });
  expect(text).toBe("p\nq\r\nb\r\n");
  expect(okOf(outcome).notes.join()).toMatch(/LF.*\\r\\n/);
  const uniform = await edit("a\r\nb\r\n", { old_string: "a", new_string: "p\r\nq" });
  expect(okOf(uniform.outcome).notes).toEqual([]);
});

test("F-043: an edit changes its own characters and no other line end", async () => {
  const { outcome, text } = await edit(hex("70 20 31 0D 70 20 32 0D 0A 78 3D 31 0A 65 6E 64 0D 0A"), {
    old_string: "x=1",
    new_string: "x=2",
  });
  expect(text).toBe("p 1\rp 2\r\nx=2\nend\r\n");
  const changed = diffOf(outcome)
    .split("\n")
    .slice(2)
    .filter((line) => /^[-+]/.test(line));
  expect(changed).toEqual(["-x=1", "+x=2"]);
});

test("F-047: replacement text is text, not a pattern", async () => {
  for (const replace_all of [false, true]) {
    const { text } = await edit('log("done");\nlog("once");\n', {
      old_string: 'log("done");',
      new_string: 'log("$& $1 $$ \\n ok");',
      replace_all,
    });
    expect(text).toBe('log("$& $1 $$ \\n ok");\nlog("once");\n');
  }
  const both = await edit("a a", { old_string: "a", new_string: "$&$1$$", replace_all: true });
  expect(both.text).toBe("$&$1$$ $&$1$$");
});

test("F-048: an empty anchor is refused on a file that has content, and fills an empty one", async () => {
  const content = "line\n".repeat(100);
  for (const replace_all of [false, true]) {
    const failure = await refused(content, { old_string: "", new_string: "x", replace_all });
    expect(failure.code).toBe("invalid_arguments");
    expect(failure.hint).toContain("write_file");
  }
  expect((await edit("", { old_string: "", new_string: "x" })).text).toBe("x");
  expect((await edit(hex("EF BB BF"), { old_string: "", new_string: "x" })).text).toBe("\u00EF\u00BB\u00BFx");
});

test("F-049: bytes of another encoding are never turned into replacement characters", async () => {
  const { outcome, text } = await edit(hex("78 20 3D 20 31 3B 0A 2F 2F 20 63 61 66 E9 0A"), {
    old_string: "x = 1;",
    new_string: "x = 2;",
  });
  const failure = failureOf(outcome);
  expect(failure.code).toBe("binary");
  expect(failure.message).toContain("byte 0xE9 at offset 13");
  expect(text).toBe("x = 1;\n// caf\u00E9\n");
});

test("F-050: two edits of one file at the same time both arrive", async () => {
  const middle = "line\n".repeat(4998);
  await using bench = await editBench({ "a.txt": `A1\n${middle}B1\n` });
  const call = (old_string: string, new_string: string) => ({
    tool: "edit_file",
    input: { path: "a.txt", old_string, new_string },
  });
  const outcomes = await bench.batch([call("A1", "A2"), call("B1", "B2")]);
  expect(outcomes.map(({ status }) => status)).toEqual(["ok", "ok"]);
  expect(await bench.read("a.txt")).toBe(`A2\n${middle}B2\n`);
});

test("F-051: an edit works on what the file is now, and says that it had changed", async () => {
  await using bench = await editBench({ "f.txt": "a\nb\n" });
  await bench.call("read_file", { path: "f.txt" });
  await bench.write("f.txt", "a\nb\nuser\n");
  const outcome = okOf(await bench.call("edit_file", { path: "f.txt", old_string: "a", new_string: "A" }));
  expect(await bench.read("f.txt")).toBe("A\nb\nuser\n");
  expect(outcome.notes).toEqual([
    "f.txt had changed on disk since it was read here; the edit was applied to its present content",
  ]);
  const again = okOf(await bench.call("edit_file", { path: "f.txt", old_string: "b", new_string: "B" }));
  expect(again.notes).toEqual([]);
});

test("F-051: somebody who writes while an edit is worked out is not buried", async () => {
  await using bench = await editBench(
    { "f.txt": "a\nb\n" },
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
  const outcome = failureOf(
    await bench.call("edit_file", { path: "f.txt", old_string: "a", new_string: "A" }),
  );
  expect(outcome.code).toBe("stale");
  expect(await bench.read("f.txt")).toBe("theirs\n");
});

test("F-052: several edits are all or nothing", async () => {
  const content = "a\n  b\n    c\n  d\n";
  const two = [
    { old_string: "b", new_string: "B\nB2" },
    { old_string: "c", new_string: "C" },
  ];
  const failure = await refused(content, { edits: [...two, { old_string: "zzz", new_string: "q" }] });
  expect(failure.code).toBe("edit_failed");
  expect(failure.message).toMatch(/^edit 3 of 3: old_string not found in a\.txt.*nothing was changed$/s);
  const { outcome, text } = await edit(content, { edits: two });
  expect(okOf(outcome).text).toBe("Edited a.txt (2 replacement(s))");
  expect(text).toBe("a\n  B\nB2\n    C\n  d\n");
  expect(diffOf(outcome)).toContain("@@ -1,4 +1,5 @@\n a\n-  b\n-    c\n+  B\n+B2\n+    C\n   d\n");
});

test("F-052: each edit sees the result of the one before", async () => {
  const { text } = await edit("one\n", {
    edits: [
      { old_string: "one", new_string: "two two" },
      { old_string: "two", new_string: "three", replace_all: true },
    ],
  });
  expect(text).toBe("three three\n");
  const failure = await refused("one\n", {
    edits: [
      { old_string: "one", new_string: "two" },
      { old_string: "one", new_string: "x" },
    ],
  });
  expect(failure.message).toContain("edit 2 of 2");
});

test("F-053: a success shows what changed", async () => {
  const { outcome } = await edit("one\ntwo\n", { old_string: "two", new_string: "2" });
  expect(okOf(outcome).text).toBe("Edited a.txt (1 replacement(s))");
  expect(outcome.data).toEqual({
    path: "a.txt",
    replacements: 1,
    diff: "--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n",
  });
});

test("F-053: a diff of more than 400 lines is cut and says so", async () => {
  const { outcome } = await edit("x\n".repeat(1000), { old_string: "x", new_string: "y", replace_all: true });
  expect(outcome.data).toMatchObject({ replacements: 1000, diff_truncated: true });
  expect(diffOf(outcome).split("\n").length).toBeLessThanOrEqual(401);
});

test("an empty new_string deletes", async () => {
  expect((await edit("one\ntwo\n", { old_string: "one\n", new_string: "" })).text).toBe("two\n");
});

test("a missing file is no such file, and nothing is made", async () => {
  await using bench = await editBench({ "docs/plan.md": "x\n" });
  const outcome = failureOf(
    await bench.call("edit_file", { path: "plan.md", old_string: "x", new_string: "y" }),
  );
  expect(outcome.code).toBe("no_such_file");
  expect(outcome.hint).toContain("docs/plan.md");
  await expect(bench.read("plan.md")).rejects.toThrow();
});

test("a name that only looks the same is told, never edited in its place", async () => {
  await using bench = await editBench({ "a\u00A0b.txt": "x\n" });
  const outcome = failureOf(
    await bench.call("edit_file", { path: "a b.txt", old_string: "x", new_string: "y" }),
  );
  expect(outcome.code).toBe("no_such_file");
  expect(outcome.hint).toContain("a\u00A0b.txt");
  expect(await bench.read("a\u00A0b.txt")).toBe("x\n");
});

test.each([
  { old_str: "a", new_str: "b" },
  { old_text: "a", new_text: "b" },
  { edits: [{ old_str: "a", new_str: "b" }] },
  { edits: [{ old_text: "a", new_text: "b" }] },
])("C-011: accepted other spellings run and are noted: %j", async (input) => {
  const { outcome, text } = await edit("a\n", input);
  expect(okOf(outcome).notes.join()).toContain("old_string");
  expect(text).toBe("b\n");
});

test("U-003: new text never makes a file of two encodings", async () => {
  const { outcome, text } = await edit(hex("93 FA 96 7B 0A 41 3D 31 0A"), {
    old_string: "A=1",
    new_string: "A=\u65E5",
  });
  expect(failureOf(outcome).message).toContain("Shift-JIS");
  expect(text).toBe(Buffer.from(hex("93 FA 96 7B 0A 41 3D 31 0A")).toString("latin1"));
});

test("U-004: a UTF-16 file is edited as UTF-16", async () => {
  await using bench = await editBench({ "w.txt": hex("FF FE 48 00 69 00 0A 00") });
  okOf(await bench.call("edit_file", { path: "w.txt", old_string: "Hi", new_string: "Ho" }));
  expect(await hexOf(bench, "w.txt")).toBe("fffe48006f000a00");
});

test("F-032: a byte-order mark survives an edit, at the very start too", async () => {
  const { text } = await edit(hex("EF BB BF 61 0A"), { old_string: "a", new_string: "b" });
  expect(text).toBe("\u00EF\u00BB\u00BFb\n");
});

test("an approval shows the change, or why it would fail", async () => {
  const previews: (string | undefined)[] = [];
  const asker = {
    surface: "terminal" as const,
    ask: async (request: { readonly preview?: string }) => {
      previews.push(request.preview);
      return { choice: "deny" as const, by: "tester", surface: "terminal" as const, at: 0 };
    },
  };
  await using bench = await editBench({ "a.txt": "one\ntwo\n" });
  const options = { askers: [asker], settings: { approvalMode: "prompt" as const } };
  await bench.call("edit_file", { path: "a.txt", old_string: "two", new_string: "2" }, options);
  await bench.call("edit_file", { path: "a.txt", old_string: "three", new_string: "3" }, options);
  expect(previews[0]).toContain("-two\n+2\n");
  expect(previews[1]).toContain("would fail: old_string not found");
  expect(await bench.read("a.txt")).toBe("one\ntwo\n");
});
