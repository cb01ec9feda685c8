// Prevents: a file that has a match left out of a search, because a text was taken for one that every match holds.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { requiredTexts } from "./required-text.ts";

const required = (pattern: string, more: { isLiteral?: boolean; isCaseSensitive?: boolean } = {}) =>
  requiredTexts({ pattern, isLiteral: false, isCaseSensitive: true, ...more });

test("the longest text that every match holds is found", () => {
  expect(required("const needle = \\d+")).toEqual(["const needle = "]);
  expect(required("import|export")).toEqual(["import", "export"]);
  expect(required("foo(bar)?bazaar")).toEqual(["bazaar"]);
  expect(required("a.ts", { isLiteral: true })).toEqual(["a.ts"]);
  expect(required("foo\\.bar")).toEqual(["foo.bar"]);
  expect(required("first\nsecond one", { isLiteral: true })).toEqual(["second one"]);
  expect(required("[abc]def{2}ghi")).toEqual(["ghi"]);
  expect(required("path\\\\name")).toEqual(["path\\name"]);
});

test("where that cannot be told nothing is", () => {
  const doubtful = [
    "a|bcd",
    "ab?c",
    "(?i)needle",
    "(?x)nee dle",
    "x{3}",
    "\\x41bcde",
    "(abc)",
    "a.c",
    "^$",
    "",
    "(",
    "[a",
  ];
  for (const pattern of doubtful) expect([pattern, required(pattern)]).toEqual([pattern, undefined]);
});

test("without case, letters that are also other signs are not counted on", () => {
  expect(required("task needed", { isCaseSensitive: false })).toEqual([" needed"]);
  expect(required("kiss", { isCaseSensitive: false })).toBeUndefined();
  expect(required("écoute", { isCaseSensitive: false })).toEqual(["coute"]);
});

test("every text that matches holds one of those that are required", () => {
  const atom = fc.constantFrom(
    "abc",
    "bca",
    "a",
    "b",
    ".",
    "[ab]",
    "[^a]",
    "\\w",
    "\\b",
    "\\.",
    "^",
    "$",
    "(abc)",
    "(?:b|ca)",
    "[a\\]b]",
  );
  const quantifier = fc.constantFrom("", "", "", "?", "*", "+", "{0,2}", "{2}", "+?", "|");
  const pattern = fc
    .array(fc.tuple(atom, quantifier), { minLength: 1, maxLength: 6 })
    .map((parts) =>
      parts.map(([what, often]) => what + (/^[\^$]|^\\b/.test(what) && often !== "|" ? "" : often)).join(""),
    );
  const text = fc
    .array(fc.constantFrom("abc", "bca", "ca", "a", "b", "c", "B", ".", "]"), { maxLength: 8 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(pattern, fc.array(text, { maxLength: 12 }), fc.boolean(), (given, texts, isCaseSensitive) => {
      const needed = required(given, { isCaseSensitive });
      if (needed === undefined) return;
      const regex = new RegExp(given, isCaseSensitive ? "" : "i");
      const fold = (one: string): string => (isCaseSensitive ? one : one.toLowerCase());
      for (const one of texts.concat("abcabcabc", "bcabca"))
        if (regex.test(one)) expect(needed.some((part) => fold(one).includes(fold(part)))).toBe(true);
    }),
    { numRuns: 3000 },
  );
});
