// Prevents: a value that throws, floods or breaks a message instead of standing in it.
import { expect, test } from "vitest";
import { listNames, quote } from "./quote.ts";

const cyclic: unknown[] = [];
cyclic.push(cyclic);
let deep: unknown = 1;
for (let level = 0; level < 100_000; level += 1) deep = [deep];

test.each<[value: unknown, text: string]>([
  ["a\n", String.raw`"a\n"`],
  [5, "5"],
  [Number.NaN, "NaN"],
  [Infinity, "Infinity"],
  [null, "null"],
  [undefined, "undefined"],
  [{ a: [1] }, '{"a":[1]}'],
  [() => 1, "a function"],
  [Symbol("s"), "a symbol"],
  [10n, "a value that cannot be shown"],
  [cyclic, "a list that cannot be shown"],
  [Object.create(null), "{}"],
  [
    {
      toJSON: () => {
        throw new Error("no");
      },
    },
    "a value that cannot be shown",
  ],
])("a value stands in a message as JSON or by its kind (%#)", (value, text) => {
  expect(quote(value)).toBe(text);
});

test("a list without an end of nesting is short all the same, whether this Node can write it or not", () => {
  expect(quote(deep)).toMatch(/^(?:a list that cannot be shown|\[{80}…)$/);
});

test("a long value is its first 80 characters and …, never half a character", () => {
  expect(quote("a".repeat(200))).toBe(`"${"a".repeat(79)}…`);
  expect(quote("a".repeat(78))).toBe(`"${"a".repeat(78)}"`);
  expect(quote("a".repeat(79))).toBe(`"${"a".repeat(79)}…`);
  const emoji = quote(`${"a".repeat(78)}${"😀".repeat(50)}`);
  expect(emoji.isWellFormed()).toBe(true);
  expect(emoji.length).toBeLessThanOrEqual(81);
  expect(quote("\ud800").isWellFormed()).toBe(true);
});

test("names are listed up to a number, then counted", () => {
  expect(listNames(["a", "b"])).toBe("a, b");
  expect(listNames(["a", "b", "c", "d"], 2)).toBe("a, b and 2 more");
});
