// Prevents: a page that floods the limit, stops inside a line, loses or repeats a line, or names the wrong next one.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fileLines } from "./file-lines.ts";
import { readColumn } from "./read-column.ts";
import { readWindow } from "./read-window.ts";
import type { FileWindow } from "./read-window.ts";

const request = { path: "a.txt", offset: 1, limit: 2000, maxCharacters: 30_000 };

function page(text: string, options: Partial<typeof request> = {}, isCapped = false): FileWindow {
  const window = readWindow(fileLines(text, isCapped), { ...request, ...options });
  if ("code" in window) throw new Error(window.message);
  return window;
}

function slice(text: string, column: number, options: Partial<typeof request> & { isCapped?: boolean } = {}) {
  return readColumn(fileLines(text, options.isCapped === true), { ...request, ...options, column });
}

/** The file's own part of a page, without the tool's lines. */
function contentOf(text: string): string {
  const body = text.slice(text.indexOf("\n\n") + 2);
  const trailer = body.search(/^… (at least )?\d+ more lines/m);
  return trailer === -1 ? body : body.slice(0, trailer);
}

test("pages of any size put together are the file, each below the limit", () => {
  const anyLine = fc.oneof(
    fc.string({ maxLength: 30, unit: "grapheme" }),
    fc.nat(900).map((length) => "y".repeat(length)),
  );
  const anyText = fc
    .array(fc.tuple(anyLine, fc.constantFrom("\n", "\r\n")), { minLength: 1, maxLength: 60 })
    .map((lines) => lines.map(([line, end]) => line.replaceAll("…", ".") + end).join(""));
  fc.assert(
    fc.property(
      anyText,
      fc.integer({ min: 1300, max: 5000 }),
      fc.integer({ min: 1, max: 50 }),
      (text, max, limit) => {
        const { total } = fileLines(text, false);
        let got = "";
        for (let offset = 1; offset <= total;) {
          const window = page(text, { offset, limit, maxCharacters: max });
          expect(window.text.length).toBeLessThan(max);
          expect(window.firstLine).toBe(offset);
          expect(window.seen).toEqual([{ first: offset, last: window.lastLine }]);
          if (window.lastLine < total) {
            expect(window.text).toContain(
              `… ${total - window.lastLine} more lines (use offset=${window.lastLine + 1} to continue)`,
            );
          }
          got += contentOf(window.text);
          offset = window.lastLine + 1;
        }
        expect(got).toBe(text);
      },
    ),
    { numRuns: 400 },
  );
});

test("slices of a long line put together are the line, and no pair is split", () => {
  const anyLine = fc.array(fc.constantFrom("a", "é", "😀", "b"), { minLength: 1, maxLength: 3000 });
  fc.assert(
    fc.property(anyLine, fc.integer({ min: 700, max: 1500 }), (characters, max) => {
      const line = characters.join("");
      let got = "";
      for (let column = 1; column <= line.length;) {
        const window = slice(`${line}\n`, column, { maxCharacters: max });
        if ("code" in window) throw new Error(window.message);
        expect(window.text.isWellFormed()).toBe(true);
        expect(window.text.length).toBeLessThan(max);
        const body = window.text.slice(window.text.indexOf("\n\n") + 2);
        got += body.slice(0, body.indexOf("\n… columns") === -1 ? undefined : body.search(/\n?^… columns/m));
        column = (window.lastColumn ?? Infinity) + 1;
      }
      expect(got.replace(/\n$/, "")).toBe(line);
    }),
    { numRuns: 200 },
  );
});

test("a line over 20000 characters shows its head and tail, and is not counted as seen", () => {
  const long = "a".repeat(6000) + "b".repeat(13_000) + "c".repeat(2000);
  const window = page(`x\n${long}\ny\n`);
  expect(window.text).toContain(
    `x\n${"a".repeat(6000)}\n… 13000 characters of line 2 cut (use offset=2 limit=1 column=6001 to continue)\n${"c".repeat(2000)}\ny\n`,
  );
  expect(window.seen).toEqual([
    { first: 1, last: 1 },
    { first: 3, last: 3 },
  ]);
});

test("the cut of a long line never splits a pair, at either end", () => {
  const text = `${"a".repeat(5999)}${"😀".repeat(10_000)}${"b".repeat(1999)}\n`;
  const window = page(text);
  expect(window.text.isWellFormed()).toBe(true);
  expect(window.text).toContain("column=6000 to continue)");
});

test("a line of exactly 20000 characters is whole", () => {
  expect(page(`${"a".repeat(20_000)}\r\n`).text).not.toContain("…");
});

test("a single line over a small output limit is cut so that it fits, and can be gone on with", () => {
  const window = page(`${"a".repeat(5000)}\nb\n`, { maxCharacters: 1000 });
  expect(window.text.length).toBeLessThan(1000);
  expect(window.text).toMatch(
    /… \d+ characters of line 1 cut \(use offset=1 limit=1 column=\d+ to continue\)/,
  );
  expect(window.seen).not.toContainEqual(expect.objectContaining({ first: 1 }));
});

test("a line that no longer fits is left to the next page", () => {
  const window = page(`${"a".repeat(400)}\n${"b".repeat(700)}\n`, { maxCharacters: 1000 });
  expect(window.lastLine).toBe(1);
  expect(window.text).toContain("… 1 more lines (use offset=2 to continue)");
});

test("a text that just fits without a continuation line is not split", () => {
  const text = "a".repeat(969) + "\n";
  const window = page(text + "b\n", { maxCharacters: 971 + "a.txt — lines 1-2 of 2\n\n".length + 2 });
  expect(window.lastLine).toBe(2);
});

test("an offset behind the last line names the number of lines and the offset of the last ones", () => {
  expect(readWindow(fileLines("a\nb\nc\n", false), { ...request, offset: 4, limit: 2 })).toMatchObject({
    code: "past_end",
    message: "offset 4 is past end of file (3 lines)",
    hint: "use offset=2 to see the last lines",
  });
  expect(readWindow(fileLines("", false), { ...request, offset: 2 })).toMatchObject({ code: "past_end" });
});

test("a capped text never claims to know the whole, and its last line counts as not seen", () => {
  const window = page("a\nb\nc", {}, true);
  expect(window.text).toBe("a.txt — lines 1-3 of ≥3\n\na\nb\nc\n… file truncated at 400 KB");
  expect(window.seen).toEqual([{ first: 1, last: 2 }]);
  expect(slice("abc", 2, { isCapped: true })).toMatchObject({
    text: "a.txt — lines 1-1 of ≥1\n\nbc\n… columns 2-3 of ≥3 shown\n… file truncated at 400 KB",
  });
});

test("a column behind the line's end is refused with the line's length", () => {
  expect(slice("abc\n", 4)).toMatchObject({
    code: "past_end",
    message: "column 4 is past the end of line 1 (3 characters)",
  });
  expect(slice("\n", 1)).toMatchObject({ firstColumn: 0, lastColumn: 0 });
});

test("the last slice of a line has its terminator, and a slice that starts inside a pair starts before it", () => {
  expect(slice("abc\r\n", 2)).toMatchObject({
    text: "a.txt — lines 1-1 of 1\n\nbc\r\n… columns 2-3 of 3 shown",
    firstColumn: 2,
    lastColumn: 3,
  });
  expect(slice("a😀b\n", 3)).toMatchObject({ firstColumn: 2, text: expect.stringContaining("\n\n😀b\n") });
});
