// Prevents: a failed edit that changes the file after all, or that does not say what to do next.
import { expect, test } from "vitest";
import { editBench, refused } from "../../testing/edit-fixture.ts";
import { failureOf } from "../../testing/outcome-fixture.ts";

test("F-037: an anchor that occurs twice is refused with both lines", async () => {
  const failure = await refused("a = 1\nb = 1\n", { old_string: "= 1", new_string: "= 2" });
  expect(failure.code).toBe("ambiguous");
  expect(failure.message).toBe("old_string appears 2 times in a.txt. Current match line(s): 1, 2.");
  expect(failure.hint).toContain("surrounding text");
  expect(failure.hint).toContain("replace_all");
});

test("F-037: of many matches the lines of the first twelve are listed", async () => {
  const failure = await refused("x\n".repeat(20), { old_string: "x", new_string: "y" });
  expect(failure.message).toContain("appears 20 times");
  expect(failure.message).toContain("line(s): 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, ….");
});

test("F-039: an anchor that is not there asks for a fresh read, not for more context", async () => {
  const failure = await refused("alpha\nbeta\n", { old_string: "gamma", new_string: "x" });
  expect(failure.code).toBe("text_not_found");
  expect(failure.message).toMatch(/^old_string not found in a\.txt\. /);
  expect(failure.hint).toContain("read_file");
  expect(failure.message + failure.hint).not.toMatch(/context|surrounding/);
});

test("F-042: no recovery in a file whose habit is LF", async () => {
  const failure = await refused("l1\nl2\r\nl3\n", { old_string: "l2\nl3", new_string: "x" });
  expect(failure.code).toBe("text_not_found");
  expect(failure.message).toContain("line 2, column 3: U+000D in the file, U+000A in old_string");
});

test("F-042: no recovery of an anchor that has a CR itself", async () => {
  await refused("a\rb\r\nc\r\n", { old_string: "a\rb\nc", new_string: "x" });
});

test("F-042: where only a line end differs, tabs elsewhere in the file are not blamed", async () => {
  const failure = await refused("\tl1\nl2\r\nl3\n", { old_string: "l2\nl3", new_string: "x" });
  expect(failure.message).toContain("U+000D in the file");
});

test("F-044: spaces where the file has tabs are diagnosed, not guessed", async () => {
  const failure = await refused("func f() {\n\tx()\n}\n", {
    old_string: "func f() {\n    x()\n}",
    new_string: "y",
  });
  expect(failure.message).toMatch(/indents with tabs .* tab width of 4 .* line 1/);
});

test.each([
  [2, "if (a) {\n\tif (b) {\n\t\tc();\n", "  if (b) {\n    c();"],
  [8, "\tx();\n\ty();\n", "        x();\n        y();"],
  [4, "a\tb\r\n\tc\r\n", "a   b\n    c"],
])("F-044: a tab width of %i is found", async (width, content, anchor) => {
  const failure = await refused(content, { old_string: anchor, new_string: "z" });
  expect(failure.message).toContain(`tab width of ${width}`);
});

test("F-044: tabs where the file has spaces are diagnosed too", async () => {
  const failure = await refused("f() {\n    x()\n}\n", { old_string: "f() {\n\tx()", new_string: "y" });
  expect(failure.message).toMatch(/differ in tabs and spaces.* tab width of 4/);
});

test("F-045: a near miss is shown with its line", async () => {
  const content = "1\n2\n3\n4\n5\n6\n  handleRequest(y)\n";
  const failure = await refused(content, { old_string: "handleRequest(x)", new_string: "z" });
  expect(failure.message).toContain("\nline 7:   handleRequest(y)");
});

test("F-045: at most three near lines of at most 180 characters are shown, the longest word first", async () => {
  const content = `${"extraordinary ".repeat(40)}\n`.repeat(2) + "elephants\n".repeat(5);
  const failure = await refused(content, { old_string: "extraordinary elephants", new_string: "z" });
  const lines = failure.message.split("\n").filter((line) => line.startsWith("line "));
  expect(lines).toHaveLength(3);
  expect(lines[0]).toBe(`line 1: ${"extraordinary ".repeat(40).slice(0, 180)}...`);
  expect(lines[2]).toBe("line 3: elephants");
});

test("F-045: of many lines with the word those most like the anchor are shown", async () => {
  const content = Array.from({ length: 50 }, (_, index) => `  register(h${index}, something)\n`).join("");
  const failure = await refused(content, { old_string: "register(h41, something);", new_string: "z" });
  expect(failure.message).toContain("line 42:   register(h41, something)");
});

test("F-046: first and last line alone are not a match", async () => {
  const content = "func a() {\n\tx := 1\n\ty := 2\n\treturn\n}\n";
  const failure = await refused(content, {
    old_string: content.replace("y := 2", "y := 99"),
    new_string: "gone",
  });
  expect(failure.code).toBe("text_not_found");
});

test.each([
  [{ old_string: "a", new_string: "b", edits: [{ old_string: "a", new_string: "b" }] }, "both forms"],
  [{ edits: [{ old_string: "a", new_string: "b" }], replace_all: true }, "both forms"],
  [{}, "nothing to replace"],
  [{ old_string: "a" }, "new_string is required"],
  [{ new_string: "a" }, "old_string is required"],
  [{ edits: [] }, "edits"],
])("both forms, none or half of one is refused: %j", async (input, sentence) => {
  const failure = await refused("a\n", input);
  expect(failure.code).toBe("invalid_arguments");
  expect(failure.message).toContain(sentence);
});

test("an edit that changes nothing is refused before the file is opened", async () => {
  await using bench = await editBench();
  const same = { old_string: "a", new_string: "a" };
  expect(failureOf(await bench.call("edit_file", { path: "missing.txt", ...same })).code).toBe("no_change");
  const list = failureOf(
    await bench.call("edit_file", {
      path: "missing.txt",
      edits: [{ old_string: "x", new_string: "y" }, same],
    }),
  );
  expect(list.code).toBe("edit_failed");
  expect(list.message).toMatch(/^edit 2 of 2: .*the same.*nothing was changed$/);
});

test("C-006: a misspelt switch of a mutating tool does not slip through", async () => {
  const failure = await refused("x x", { old_string: "x", new_string: "y", replaceall: true });
  expect(failure.code).toBe("invalid_arguments");
  expect(failure.message + failure.hint).toContain("replace_all");
});

test("the second identical failing edit of a session shows the lines around the nearest place", async () => {
  await using bench = await editBench({ "a.txt": "1\n2\n3\n  handleRequest(y)\n5\n6\n7\n" });
  const input = { path: "a.txt", old_string: "handleRequest(z)", new_string: "z" };
  const first = failureOf(await bench.call("edit_file", input));
  expect(first.message).not.toContain("line 2: 2");
  const other = failureOf(await bench.call("edit_file", input, { sessionId: "ses_other" }));
  expect(other.message).toBe(first.message);
  const second = failureOf(await bench.call("edit_file", input));
  expect(second.message).toContain("line 2: 2\nline 3: 3\nline 4:   handleRequest(y)\nline 5: 5\nline 6: 6");
});
