// Prevents: answers that cannot be read in a narrow window, that steer the terminal, or that break while they come.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { coloursFor } from "../../terminal/colours.ts";
import { lineWidth, paintLine } from "../../terminal/styled-text.ts";
import { shown } from "../testing/shown.ts";
import { markdownLines } from "./markdown-lines.ts";

const at = (text: string, columns = 40): readonly string[] => shown(markdownLines(text, columns));

test("headings, paragraphs, lists, quotes and rules", () => {
  const text =
    "# Title\n\nSome *words* and **more**\nnext line\n\n- one\n- two\n  1. deep\n- [x] done\n- [ ] open\n\n> quoted\n> text\n\n---\n";
  expect(at(text)).toEqual([
    "Title",
    "",
    "Some words and more",
    "next line",
    "",
    "• one",
    "• two",
    "  1. deep",
    "• [x] done",
    "• [ ] open",
    "",
    "│ quoted",
    "│ text",
    "",
    "────────────────────────────────────────",
  ]);
});

test("text is wrapped at blanks and hangs below its mark", () => {
  expect(at("- alpha beta gamma delta", 14)).toEqual(["• alpha beta", "  gamma delta"]);
  expect(at("10. ten is long enough\n11. eleven", 14)).toEqual([
    "10. ten is",
    "    long",
    "    enough",
    "11. eleven",
  ]);
});

test("a word with several looks stays one word", () => {
  expect(at("aaa bbb**ccc**`ddd` e", 12)).toEqual(["aaa", "bbbcccddd e"]);
});

test("code keeps its blanks, and a fence that is not closed is code to the end", () => {
  expect(at("```js\nlet  a = 1;\n  two")).toEqual(["  js", "  let  a = 1;", "    two"]);
  expect(at("```\nabcdefghijkl\n```", 10)).toEqual(["  abcdefgh", "  ijkl"]);
});

test("links show where they lead unless that is what they say", () => {
  expect(at("[docs](https://x.org/a) and https://y.org", 60)).toEqual([
    "docs (https://x.org/a) and https://y.org",
  ]);
});

test("a table is aligned, wrapped in a narrow window, and a list of its rows in a very narrow one", () => {
  const table = "| Name | Count |\n| --- | ---: |\n| apples and pears | 12 |\n| kiwi | 3 |\n";
  expect(at(table)).toEqual([
    "Name              Count",
    "────────────────  ─────",
    "apples and pears     12",
    "kiwi                  3",
  ]);
  expect(at(table, 17)).toEqual([
    "Name        Count",
    "──────────  ─────",
    "apples and     12",
    "pears",
    "kiwi            3",
  ]);
  expect(at(table, 10)).toEqual(["Name:", "apples and", "pears", "Count: 12", "", "Name: kiwi", "Count: 3"]);
});

test("U-005: nothing that a terminal obeys is left, also where Markdown hides it", () => {
  const text = "a\u001b[31mb `\u001b]0;x\u0007` [x](http://\u009b2J) &#27;[2J \u202e\n\n```\n\u001bc\n```";
  const painted = markdownLines(text, 60)
    .map((line) => paintLine(line, coloursFor(false, {})))
    .join("\n");
  expect(painted).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(painted).toContain("<U+001B>[31mb");
});

test("without colours there are no codes at all", () => {
  const [line = []] = markdownLines("**bold** `code`", 40);
  expect(paintLine(line, coloursFor(true, { NO_COLOR: "1" }))).toBe("bold code");
  expect(paintLine(line, coloursFor(true, {}))).toContain("\u001b[1mbold");
});

test("what has no room left is not indented further", () => {
  const lines = markdownLines("1. 1. one two\n   > three", 8);
  expect(shown(lines)).toEqual(["1.", "1.", "one two", "three"]);
});

test("whatever text comes, every line fits", () => {
  const piece = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(
      "# ",
      "- ",
      "1. ",
      "```",
      "\n",
      "|a|b|\n|-|-|\n|",
      "> ",
      "**",
      "`",
      "[a](b)",
      "日本",
      "😀",
      "<p>",
      "    ",
      "\t",
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), fc.integer({ min: 8, max: 60 }), (pieces, columns) => {
      for (const line of markdownLines(pieces.join(""), columns))
        expect(lineWidth(line)).toBeLessThanOrEqual(Math.max(columns, 12));
    }),
    { numRuns: 300 },
  );
});
