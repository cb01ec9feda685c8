// Prevents: lines numbered by another rule than the tools that show them, and a break counted twice
// where a piece ends inside it.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createLineCounter } from "./line-counter.ts";

function linesOf(...pieces: readonly string[]): number {
  const counter = createLineCounter();
  for (const piece of pieces) counter.add(Buffer.from(piece));
  return counter.ended();
}

test.each([
  ["", 0],
  ["a", 0],
  ["a\nb\n", 2],
  ["a\r\nb\r\n", 2],
  ["a\rb\n", 1],
  ["a\rb\rc\n", 3],
  ["a\rb\rc\r\n", 3],
  ["a\r\nb\rc\r\n", 2],
  ["\r", 1],
])("F-016: %j has %i ended lines", (text, lines) => {
  expect(linesOf(text)).toBe(lines);
});

test("pieces count like the whole", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("\r", "\n", "x"), { maxLength: 20 }), fc.nat(20), (signs, cut) => {
      const text = signs.join("");
      expect(linesOf(text.slice(0, cut), "", text.slice(cut))).toBe(linesOf(text));
    }),
  );
});
