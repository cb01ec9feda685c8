// Prevents: a result that is cut twice, without a number, or in the middle of a character.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cutText, joinCut } from "./cut-text.ts";

test("L-001: the first two thirds and the last third stay, and the number between them is told", () => {
  const text = `${"a".repeat(20_000)}${"b".repeat(10_000)}${"c".repeat(10_000)}`;
  const parts = cutText(text, 30_000);
  expect(parts).toEqual({ head: "a".repeat(20_000), tail: "c".repeat(10_000), cut: 10_000 });
  expect(cutText("a".repeat(30_000), 30_000)).toBeUndefined();
});

test("L-005: a cut never halves a character", () => {
  for (const count of [1999, 2000, 2001]) {
    const parts = cutText(`${"a".repeat(count)}${"😀".repeat(2000)}`, 3000);
    expect(parts?.head.isWellFormed() && parts.tail.isWellFormed()).toBe(true);
    expect(parts?.head.length).toBe(Math.min(count, 2000));
  }
});

test("the line stands on its own between head and tail", () => {
  expect(joinCut({ head: "a", tail: "c", cut: 1 }, "1 cut")).toBe("a\n… 1 cut\nc");
  expect(joinCut({ head: "a\n", tail: "c", cut: 1 }, "1 cut")).toBe("a\n… 1 cut\nc");
});

test("head, what is cut and tail are the text, whatever it is made of", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "😀", "\n", "é"), minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(text, fc.integer({ min: 3, max: 100 }), (given, limit) => {
      const parts = cutText(given, limit);
      if (given.length <= limit) expect(parts).toBeUndefined();
      if (parts === undefined) {
        expect(given.length).toBeLessThanOrEqual(limit + 1);
        return;
      }
      expect(given.startsWith(parts.head) && given.endsWith(parts.tail)).toBe(true);
      expect(parts.head.length + parts.cut + parts.tail.length).toBe(given.length);
      expect(parts.cut).toBeGreaterThan(0);
      expect(parts.head.length + parts.tail.length).toBeLessThanOrEqual(limit + 1);
      expect(`${parts.head}|${parts.tail}`.isWellFormed()).toBe(true);
    }),
  );
});
