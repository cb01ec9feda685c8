// Prevents: a pattern of a command that stands for a closed file and is not seen to, and one that is taken for any file.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { PatternName } from "./guard.ts";
import { mayMeet } from "./pattern-overlap.ts";

const namesOf = (path: string): readonly PatternName[] =>
  path.split("/").map((text) => ({ text, isLiteral: !/[*?[\\]/.test(text) }));

const same = { isBelow: false, isAbove: false };

test.each([
  ["a/*.ts", "a/b.ts", true],
  ["a/*.ts", "a/b.js", false],
  ["*", ".env", false],
  ["?env", ".env", false],
  ["[.]env", ".env", true],
  [".e*", ".env", true],
  [".e??", ".env", true],
  [".e?", ".env", false],
  ["a/**", "a/b/c", true],
  ["**/.env", "a/b/.env", true],
  ["*/b", "a/*", true],
  ["*a*", "*b*", true],
  ["a*", "b*", false],
  ["\\*", "a", false],
  ["\\*", "*", true],
  ["a", "a/b", false],
])("%s and %s: %s", (named, place, expected) => {
  expect(mayMeet(namesOf(named), namesOf(place), same)).toBe(expected);
});

test("what lies below a place, and above it, counts where it is asked for", () => {
  const [named, place] = [namesOf("se*/key"), namesOf("secrets")];
  expect(mayMeet(named, place, same)).toBe(false);
  expect(mayMeet(named, place, { isBelow: true, isAbove: false })).toBe(true);
  expect(mayMeet(namesOf("se*"), namesOf("secrets/key"), same)).toBe(false);
  expect(mayMeet(namesOf("se*"), namesOf("secrets/key"), { isBelow: false, isAbove: true })).toBe(true);
});

test("two patterns that one path matches meet", () => {
  const name = fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 4 }).map((all) => all.join(""));
  const wild = (text: string): fc.Arbitrary<string> =>
    fc
      .array(fc.constantFrom("keep", "one", "many"), { minLength: text.length, maxLength: text.length })
      .map((how) =>
        how.map((each, at) => (each === "keep" ? text[at] : each === "one" ? "?" : "*")).join(""),
      );
  const both = fc
    .array(name, { minLength: 1, maxLength: 3 })
    .chain((names) =>
      fc
        .tuple(fc.tuple(...names.map(wild)), fc.tuple(...names.map(wild)))
        .map((two) => two.map((all) => all.join("/"))),
    );
  fc.assert(
    fc.property(both, ([left = "", right = ""]) => {
      expect(mayMeet(namesOf(left), namesOf(right), same)).toBe(true);
    }),
  );
});

test("long patterns take bounded work", () => {
  const long = Array.from({ length: 60 }, () => "*a*a*a*a*a*b").join("/");
  const other = Array.from({ length: 60 }, () => "aaaaaaaaaaaaaaaaaaaaaaaaaaaa").join("/");
  expect(mayMeet(namesOf(long), namesOf(other), same)).toBe(false);
});
