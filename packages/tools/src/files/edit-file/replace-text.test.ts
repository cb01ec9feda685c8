// Prevents: a replacement that counts, places or records matches otherwise than a plain search would.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { unifiedDiff } from "../diff/unified-diff.ts";
import { majorityEnding } from "../lines/line-rule.ts";
import { createFailureMemory } from "./failure-memory.ts";
import { knownLines } from "./known-lines.ts";
import { replaceText } from "./replace-text.ts";

const short = fc
  .array(fc.constantFrom("a", "b", "$&", "\n", "\r\n"), { maxLength: 6 })
  .map((parts) => parts.join(""));
const long = fc
  .array(fc.constantFrom("a", "b", "c", "\n", "\r\n", "\r"), { maxLength: 60 })
  .map((parts) => parts.join(""));

test("every match is replaced, and the regions are what changed", () => {
  fc.assert(
    fc.property(long, short, short, fc.boolean(), (text, anchor, replacement, replaceAll) => {
      fc.pre(anchor !== "");
      const edit = { old_string: anchor, new_string: replacement, replace_all: replaceAll };
      const result = replaceText(text, edit);
      const count = text.split(anchor).length - 1;
      if (count === 0 && result.kind === "replaced") {
        expect(result.isTranslated).toBe(true);
        expect(majorityEnding(text)).toBe("crlf");
      } else if (count === 0)
        expect(result.kind).toBe(result.kind === "ambiguous" ? "ambiguous" : "not_found");
      else if (count > 1 && !replaceAll) expect(result).toMatchObject({ kind: "ambiguous", count });
      else expect(result).toMatchObject({ count, text: text.split(anchor).join(replacement) });
      if (result.kind !== "replaced") return;
      let rebuilt = "";
      let at = 0;
      for (const region of result.regions) {
        rebuilt += text.slice(at, region.oldFrom);
        expect(region.newFrom).toBe(rebuilt.length);
        rebuilt += result.text.slice(region.newFrom, region.newTo);
        at = region.oldTo;
      }
      expect(rebuilt + text.slice(at)).toBe(result.text);
    }),
    { numRuns: 2000 },
  );
});

test("more matches than are kept one by one are still covered", () => {
  const text = "a,".repeat(5000);
  const result = replaceText(text, { old_string: "a", new_string: "bb", replace_all: true });
  if (result.kind !== "replaced") throw new Error(result.kind);
  expect(result.count).toBe(5000);
  expect(result.regions.length).toBeLessThanOrEqual(1000);
  expect(result.regions.at(-1)).toMatchObject({ oldTo: text.length - 1, newTo: result.text.length - 1 });
});

test("a line is known after an edit exactly when it was seen before or was written by it", () => {
  const texts = fc
    .array(fc.constantFrom("a\n", "b\n", "c\n", "\n"), { maxLength: 15 })
    .map((parts) => parts.join(""));
  const ranges = fc.array(
    fc.record({ first: fc.integer({ min: 1, max: 16 }), last: fc.integer({ min: 1, max: 16 }) }),
    {
      maxLength: 3,
    },
  );
  fc.assert(
    fc.property(
      texts,
      ranges,
      fc.constantFrom("a", "b\n", "\n", "c\na"),
      short,
      (before, seen, anchor, put) => {
        const result = replaceText(before, { old_string: anchor, new_string: put, replace_all: true });
        fc.pre(result.kind === "replaced" && !put.includes("\r"));
        if (result.kind !== "replaced") return;
        const { text: after, regions } = result;
        const known = knownLines(seen, { before, after, regions });
        const isIn = (line: number, list: typeof seen): boolean =>
          list.some(({ first, last }) => first <= line && line <= last);
        // The diff is an independent witness: its kept lines pair the old numbers with the new ones.
        const kept = new Map<number, number>();
        let oldLine = 1;
        let newLine = 1;
        const diff = unifiedDiff(before, after, { path: "a", maxLines: 10_000, regions })
          .text.split("\n")
          .slice(2, -1);
        const advance = (to: number): void => {
          for (; oldLine < to; oldLine += 1, newLine += 1) kept.set(newLine, oldLine);
        };
        for (const line of diff) {
          const header = /^@@ -(\d+)(?:,(\d+))?/.exec(line);
          if (header !== null) advance(Number(header[1]) + (header[2] === "0" ? 1 : 0));
          else if (line.startsWith("-")) oldLine += 1;
          else if (line.startsWith("+")) newLine += 1;
          else if (line.startsWith(" ")) advance(oldLine + 1);
        }
        const total = after === "" ? 0 : after.split("\n").length - (after.endsWith("\n") ? 1 : 0);
        advance(oldLine + total);
        for (let line = 1; line <= total; line += 1) {
          const before1 = kept.get(line);
          expect(isIn(line, known)).toBe(before1 === undefined || isIn(before1, seen));
        }
      },
    ),
    { numRuns: 1500 },
  );
});

test("only the last failed edits are remembered, each for its session, file and anchor", () => {
  const memory = createFailureMemory(2);
  const failed = (sessionId: string, path: string, anchor: string): boolean =>
    memory.hasFailedBefore({ sessionId, path, anchor });
  expect(failed("s", "a", "x")).toBe(false);
  expect(failed("s", "a", "x")).toBe(true);
  expect(failed("s", "b", "x")).toBe(false);
  expect(failed("t", "a", "x")).toBe(false);
  expect(failed("s", "a", "x")).toBe(false);
  const end = "x".repeat(5000);
  expect(failed("s", "a", `${end}y${end}`)).toBe(false);
  expect(failed("s", "a", `${end}y${end}`)).toBe(true);
  expect(failed("s", "a", `${end}yy${end}`)).toBe(false);
});
