// Prevents: three tools that number the lines of one file differently.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  countLines,
  endOfContent,
  endOfLine,
  lineNumberAt,
  lineStarts,
  majorityEnding,
  startOfLine,
} from "./line-rule.ts";
import { mergeRanges, unseenLines } from "./line-ranges.ts";

const mixed = fc
  .array(fc.constantFrom("a", "b", "\n", "\r", "\r\n"), { maxLength: 40 })
  .map((parts) => parts.join(""));

test.each([
  ["", "lf", 0],
  ["a", "lf", 1],
  ["a\nb\n", "lf", 2],
  ["a\nb", "lf", 2],
  ["\n", "lf", 1],
  ["a\rb\n", "lf", 1],
  ["a\rb\rc\n", "cr", 3],
  ["a\r", "cr", 1],
  ["a\r\nb\n", "crlf", 2],
  ["a\r\nb\nc\n", "lf", 3],
  ["a\rb\r\n", "crlf", 1],
  ["a\rb\rc\r\n", "cr", 3],
  ["p 1\rp 2\r\nx=1\nend\r\n", "crlf", 3],
])("the majority ending of %j is %s, and it has %i lines", (text, ending, lines) => {
  expect(majorityEnding(text)).toBe(ending);
  expect(countLines(text, majorityEnding(text))).toBe(lines);
});

test("lines cover the text without a gap, and no terminator is split", () => {
  fc.assert(
    fc.property(mixed, fc.constantFrom("lf", "crlf", "cr"), (text, ending) => {
      const starts = lineStarts(text, ending);
      let rebuilt = "";
      for (const [index, start] of starts.entries()) {
        const end = endOfLine(text, start, ending);
        expect(end).toBe(starts[index + 1] ?? text.length);
        rebuilt += text.slice(start, end);
        const content = text.slice(start, endOfContent(text, { start, end }, ending));
        expect(content).not.toContain("\n");
        if (ending === "cr") expect(content).not.toContain("\r");
        for (let at = start; at < end; at += 1) {
          expect(startOfLine(text, at, ending)).toBe(start);
          expect(lineNumberAt(text, at, ending)).toBe(index + 1);
        }
      }
      expect(rebuilt).toBe(text);
    }),
    { numRuns: 500 },
  );
});

test("lines that only CR ends are found in time that grows with the text alone", () => {
  const text = "abc\r".repeat(1_000_000);
  expect(countLines(text, majorityEnding(text))).toBe(1_000_000);
});

test("seen ranges that overlap or touch are one, and only lines in none of them are unseen", () => {
  expect(
    mergeRanges([
      { first: 5, last: 9 },
      { first: 1, last: 2 },
      { first: 3, last: 4 },
      { first: 0, last: -1 },
    ]),
  ).toEqual([{ first: 1, last: 9 }]);
  expect(
    unseenLines(10, [
      { first: 9, last: 40 },
      { first: 2, last: 3 },
      { first: 3, last: 4 },
    ]),
  ).toBe(5);
  expect(unseenLines(0, [])).toBe(0);
});
