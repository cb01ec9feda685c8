// Prevents: a failed edit that is repeated because the failure does not say what is different, or that costs minutes.
import { createTestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import readFile from "../../read-file/read-file.tool.ts";
import editFile from "../edit-file.tool.ts";
import { diagnose } from "./diagnose.ts";

interface Options {
  readonly secrets?: readonly { readonly name: string; readonly value: string }[];
}

async function failureOf(content: string, anchor: string, { secrets = [] }: Options = {}): Promise<string> {
  await using bench = await createTestBench({
    tools: [readFile, editFile],
    files: { "a.txt": content },
    secrets,
  });
  const outcome = await bench.call("edit_file", { path: "a.txt", old_string: anchor, new_string: "new" });
  if (outcome.status === "ok") throw new Error("the edit succeeded");
  expect(outcome.code).toBe("text_not_found");
  expect(outcome.message.length).toBeLessThanOrEqual(2000);
  expect(await bench.read("a.txt")).toBe(content);
  return outcome.message;
}

test("an anchor that holds the mask of a registered secret is told that the mask is not the value", async () => {
  const content = "user = ada\npassword = hunter2-and-more\nport = 1\n";
  const secrets = [{ name: "DB_PASSWORD", value: "hunter2-and-more" }];
  const message = await failureOf(content, "password = [DB_PASSWORD]\nport = 1", { secrets });
  expect(message).toContain("the mask [DB_PASSWORD]");
  expect(message).toContain("not what the file holds");
  expect(message).not.toContain("hunter2");
});

test("the mask of a key of a known shape is told, whatever stands around it", async () => {
  const message = await failureOf("key: sk-abcdefghij0123456789\n", "anything [REDACTED_API_KEY]");
  expect(message).toContain("the mask [REDACTED_API_KEY]");
});

test("brackets that are no mask are not taken for one", async () => {
  expect(await failureOf("items[other] = 5;\n", "items[index] = 5;")).not.toContain("mask");
  expect(await failureOf("- [x] done\n", "- [TODO] done")).not.toContain("mask");
});

test("a mask that the file really holds is not diagnosed as one", async () => {
  expect(await failureOf("see [REDACTED_API_KEY] here\n", "see [REDACTED_API_KEY] there")).not.toContain(
    "the mask",
  );
});

test.each([
  [
    "a straight quote",
    "say “hi” to it’s\n",
    'say "hi" to it\'s',
    "line 1, column 5: U+201C in the file, U+0022 in old_string",
  ],
  ["an ordinary space", "x\na\u00A0b\n", "a b", "line 2, column 2: U+00A0 in the file, U+0020 in old_string"],
  ["a hyphen", "a – b\n", "a - b", "line 1, column 3: U+2013 in the file, U+002D in old_string"],
  ["a typed quote", "it's\n", "it’s", "line 1, column 3: U+0027 in the file, U+2019 in old_string"],
  [
    "a Cyrillic letter",
    "let \u0430bc\n",
    "let abc",
    "line 1, column 5: U+0430 in the file, U+0061 in old_string",
  ],
  [
    "a composed letter",
    "cafe\u0301 au lait\n",
    "caf\u00E9 au",
    "line 1, column 4: U+0065 in the file, U+00E9 in old_string",
  ],
  [
    "an invisible character",
    "f\noo\u200Bbar\n",
    "oobar",
    "line 2, column 3: U+200B in the file, U+0062 in old_string",
  ],
  ["three dots", "wait…\n", "wait...", "line 1, column 5: U+2026 in the file, U+002E in old_string"],
  [
    "LF where CR ends lines",
    "a\rb\rc\r",
    "a\nb",
    "line 1, column 2: U+000D in the file, U+000A in old_string",
  ],
  [
    "CRLF where LF ends lines",
    "a\nb\n",
    "a\r\nb",
    "line 1, column 2: U+000A in the file, U+000D in old_string",
  ],
])("only look-alikes differ: %s", async (_what, content, anchor, place) => {
  expect(await failureOf(content, anchor)).toContain(`Only look-alike characters differ, first at ${place}.`);
});

test("an invisible character in front of the place is not what is reported", async () => {
  expect(await failureOf("a\u200Bit’s\n", "it's")).toContain("line 1, column 5: U+2019");
});

test("when nothing is near, that is said", async () => {
  expect(await failureOf("alpha\n", "completely different words")).toContain("Nothing near it");
});

test("a failed edit of a large file is diagnosed within seconds", async () => {
  const line = "\tthe quick brown fox jumps over the lazy dog,\tagain and again — and once more\n";
  const content = `${line.repeat(180_000)}\tif (condition) {\n\t\treturn it’s;\n`;
  for (const [anchor, words] of [
    ["    if (condition) {\n        return", "tab width of 4"],
    ["return it's;", "U+2019"],
    ["the quick brown fox jumps over the crazy dog, wonderful!", "Nothing near it"],
    ["a [MASKED] and", "Nothing near it"],
    [" ".repeat(50), "Nothing near it"],
  ] as const) {
    const started = performance.now();
    const why = diagnose(content, anchor, { showsSurroundings: true });
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(why).toContain(words);
  }
});
