// Prevents: an argument that reaches a tool as something other than what a shell would have made of it.
import { expect, test } from "vitest";
import { splitWords } from "./split-words.ts";

function words(line: string): readonly string[] | string {
  const split = splitWords(line);
  return split.ok ? split.value : split.message;
}

test("blanks part words, however many there are", () => {
  expect(words("  read_file \t path=a.txt  ")).toEqual(["read_file", "path=a.txt"]);
  expect(words("")).toEqual([]);
  expect(words("   ")).toEqual([]);
});

test("single quotes keep everything as it is", () => {
  expect(words(String.raw`content='a "b" \n $x'`)).toEqual([String.raw`content=a "b" \n $x`]);
});

test("double quotes keep blanks, and a backslash only where a shell keeps its meaning", () => {
  expect(words(String.raw`content="a \"b\" \\ \n \$x"`)).toEqual([String.raw`content=a "b" \ \n $x`]);
});

test("a backslash keeps the next character, and goes away before a line break", () => {
  expect(words(String.raw`path=my\ file.txt`)).toEqual(["path=my file.txt"]);
  expect(words("a\\\nb")).toEqual(["ab"]);
  expect(words("a\\")).toEqual(["a\\"]);
});

test("quotes that touch make one word, and an empty pair is a word", () => {
  expect(words(`a'b'"c"d`)).toEqual(["abcd"]);
  expect(words(`content=''`)).toEqual(["content="]);
  expect(words(`''`)).toEqual([""]);
});

test("a quote that is not closed is named with its place, never guessed", () => {
  expect(words("content='abc")).toBe("the quote ' at character 9 is not closed");
  expect(words(`"a' b`)).toBe('the quote " at character 1 is not closed');
});

test("characters beyond the basic plane stay whole", () => {
  expect(words("a=😀 b='👍🏽'")).toEqual(["a=😀", "b=👍🏽"]);
});
