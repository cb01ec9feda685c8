// Prevents: a diff that does not say what changed, that freezes on a large file, or that counts lines wrongly.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { lineStarts, majorityEnding } from "../lines/line-rule.ts";
import { composeRegions, changedRegion } from "./region.ts";
import type { Region } from "./region.ts";
import { unifiedDiff } from "./unified-diff.ts";

const small = { path: "a.txt", maxLines: 400 };

/** Applies a diff as a strict patch program would, so that a wrong number or line is an error. */
function patch(before: string, diff: string): string {
  const source = before.split(/(?<=\n)/).filter((line) => line !== "");
  const lines = diff.split("\n").slice(2, -1);
  let result = "";
  let at = 0;
  for (const [index, line] of lines.entries()) {
    const isLastPart = lines[index + 1]?.startsWith("\\") === true;
    const text = line.slice(1) + (isLastPart ? "" : "\n");
    if (line.startsWith("@@")) {
      const match = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@$/.exec(line);
      if (match === null) throw new Error(`bad hunk header ${line}`);
      const [first, count, newFirst] = [Number(match[1]), Number(match[2] ?? 1), Number(match[3])];
      const start = count === 0 ? first : first - 1;
      while (at < start) result += source[at++] ?? "";
      const newStart = Number(match[4] ?? 1) === 0 ? newFirst : newFirst - 1;
      expect(result.split("\n").length - 1).toBe(newStart);
    } else if (line.startsWith("-") || line.startsWith(" ")) {
      expect(source[at]).toBe(text);
      at += 1;
      if (line.startsWith(" ")) result += text;
    } else if (line.startsWith("+")) result += text;
  }
  return result + source.slice(at).join("");
}

const linesText = fc
  .array(fc.constantFrom("a\n", "b\n", "c\n", "\n", "d\r\n", "e"), { maxLength: 40 })
  .map((parts) => parts.join(""));

test("a diff applied to the first text gives the second", () => {
  fc.assert(
    fc.property(linesText, linesText, (before, after) => {
      const { text, isTruncated } = unifiedDiff(before, after, small);
      expect(isTruncated).toBe(false);
      expect(text === "").toBe(before === after);
      if (text !== "") expect(patch(before, text)).toBe(after);
    }),
    { numRuns: 1500 },
  );
});

test("a diff from known regions says the same as one that has to look for them", () => {
  const edit = fc.record({
    at: fc.nat(),
    length: fc.nat(6),
    put: fc.constantFrom("", "x", "x\n", "\r\n", "\n\n", "\r"),
  });
  fc.assert(
    fc.property(linesText, fc.array(edit, { minLength: 1, maxLength: 6 }), (before, edits) => {
      let text = before;
      let regions: Region[] = [];
      for (const { at, length, put } of edits) {
        const from = text === "" ? 0 : at % (text.length + 1);
        const to = Math.min(text.length, from + length);
        text = text.slice(0, from) + put + text.slice(to);
        regions = composeRegions(regions, [
          { oldFrom: from, oldTo: to, newFrom: from, newTo: from + put.length },
        ]);
      }
      const diff = unifiedDiff(before, text, { ...small, regions }).text;
      if (diff === "") expect(text).toBe(before);
      else if (!/\r(?!\n)/.test(before + text)) expect(patch(before, diff)).toBe(text);
    }),
    { numRuns: 1500 },
  );
});

test("outside the composed regions both texts are equal", () => {
  const edit = fc.record({ at: fc.nat(), length: fc.nat(9), put: fc.string({ maxLength: 5 }) });
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.array(edit, { maxLength: 8 }), (before, edits) => {
      let text = before;
      let regions: Region[] = [];
      for (const { at, length, put } of edits) {
        const from = at % (text.length + 1);
        const to = Math.min(text.length, from + length);
        text = text.slice(0, from) + put + text.slice(to);
        regions = composeRegions(regions, [
          { oldFrom: from, oldTo: to, newFrom: from, newTo: from + put.length },
        ]);
      }
      let oldAt = 0;
      let newAt = 0;
      for (const region of [
        ...regions,
        { oldFrom: before.length, oldTo: 0, newFrom: text.length, newTo: 0 },
      ]) {
        expect(region.oldFrom).toBeGreaterThanOrEqual(oldAt);
        expect(text.slice(newAt, region.newFrom)).toBe(before.slice(oldAt, region.oldFrom));
        oldAt = region.oldTo;
        newAt = region.newTo;
      }
    }),
  );
});

/** Compares a diff line by line with both texts, whatever ends their lines. */
function verify(before: string, after: string, diff: string): void {
  const ending = majorityEnding(before === "" ? after : before);
  const linesOf = (text: string): string[] => {
    const starts = lineStarts(text, ending);
    return starts.map((start, index) => text.slice(start, starts[index + 1] ?? text.length));
  };
  const shown = (line: string | undefined): string =>
    (line ?? "none").replace(ending === "cr" ? /(\r\n|\r|\n)$/ : /\n$/, "");
  const [old, fresh] = [linesOf(before), linesOf(after)];
  let [oldAt, newAt] = [0, 0];
  const skipTo = (line: number): void => {
    for (; oldAt < line; oldAt += 1, newAt += 1) expect(fresh[newAt]).toBe(old[oldAt]);
  };
  const body = diff
    .replaceAll(/^\\ No newline.*\n/gm, "")
    .split(/(?<=\n)(?=[-+ @])/)
    .slice(2);
  for (const piece of body) {
    const line = piece.replace(/\n$/, "");
    const header = /^@@ -(\d+)(?:,(\d+))? /.exec(line);
    if (header !== null) skipTo(Number(header[1]) - (header[2] === "0" ? 0 : 1));
    else {
      const sign = line[0];
      if (sign !== "+") expect(line.slice(1)).toBe(shown(old[oldAt]));
      if (sign !== "-") expect(line.slice(1)).toBe(shown(fresh[newAt]));
      if (sign !== "+") oldAt += 1;
      if (sign !== "-") newAt += 1;
    }
  }
  skipTo(old.length);
  expect(newAt).toBe(fresh.length);
}

test("in texts of any line ends a diff shows both sides as they are and leaves out only what is equal", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "\n", "\r", "\r\n", "a\r", "b\r"), { maxLength: 30 })
    .map((all) => all.join(""));
  const edit = fc.record({
    at: fc.nat(),
    length: fc.nat(4),
    put: fc.constantFrom("", "x", "\n", "\r", "x\r", "\r\n"),
  });
  fc.assert(
    fc.property(text, fc.array(edit, { minLength: 1, maxLength: 4 }), (before, edits) => {
      let after = before;
      let regions: Region[] = [];
      for (const { at, length, put } of edits) {
        const from = at % (after.length + 1);
        const to = Math.min(after.length, from + length);
        after = after.slice(0, from) + put + after.slice(to);
        regions = composeRegions(regions, [
          { oldFrom: from, oldTo: to, newFrom: from, newTo: from + put.length },
        ]);
      }
      verify(before, after, unifiedDiff(before, after, { ...small, regions }).text);
      verify(before, after, unifiedDiff(before, after, small).text);
    }),
    { numRuns: 3000 },
  );
});

test("changes six lines apart share their context, changes seven apart do not", () => {
  const lines = (count: number): string => Array.from({ length: count }, (_, line) => `${line}\n`).join("");
  const diff = (gap: number): string => {
    const before = `first\n${lines(gap)}last\n`;
    return unifiedDiff(before, before.replace("first", "1st").replace("last", "end"), small).text;
  };
  expect(diff(6).match(/^@@/gm)).toHaveLength(1);
  expect(diff(7).match(/^@@/gm)).toHaveLength(2);
});

test("one changed line is one line out and one line in, with three lines around it", () => {
  const before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
  expect(unifiedDiff(before, before.replace("5", "five"), small).text).toBe(
    "--- a.txt\n+++ a.txt\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n",
  );
});

test("a line that only lost its CR shows as changed", () => {
  expect(unifiedDiff("a\r\nb\r\n", "a\nb\r\n", small).text).toContain("-a\r\n+a\n");
});

test("in a file whose lines end with CR one changed line is one changed line", () => {
  const { text } = unifiedDiff("a\rb\rc\r", "a\rB\rc\r", small);
  expect(text).toBe("--- a.txt\n+++ a.txt\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n");
});

test("a missing line end at the end of the file is said", () => {
  expect(unifiedDiff("a", "a\n", small).text).toBe(
    "--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n",
  );
});

test("a diff over the limit of lines stops there and says so", () => {
  const before = Array.from({ length: 1000 }, (_, index) => `old ${index}\n`).join("");
  const after = before.replaceAll("old", "new");
  const diff = unifiedDiff(before, after, { path: "a.txt", maxLines: 40 });
  expect(diff.isTruncated).toBe(true);
  expect(diff.text.split("\n")).toHaveLength(41);
});

test("a long line is shown around the place that changed", () => {
  const before = `${"x".repeat(300_000)}MARK${"y".repeat(300_000)}\n`;
  const { text, isTruncated } = unifiedDiff(before, before.replace("MARK", "SIGN"), small);
  expect(isTruncated).toBe(true);
  expect(text.length).toBeLessThan(3000);
  expect(text).toMatch(/-….*MARK.*…\n\+….*SIGN.*…/);
});

test("the changed stretch of two texts is found from both ends", () => {
  expect(changedRegion("abcabc", "abc")).toEqual({ oldFrom: 3, oldTo: 6, newFrom: 3, newTo: 3 });
  expect(changedRegion("same", "same")).toBeUndefined();
});
