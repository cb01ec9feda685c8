// Prevents: tables whose columns drift, and lines that are broken in the middle of a sign.
import { expect, test } from "vitest";
import { cutToWidth, displayWidth, padToWidth, wrapText } from "./display-width.ts";

test("wide signs take two columns, combining ones and colours none", () => {
  expect(displayWidth("abc")).toBe(3);
  expect(displayWidth("日本")).toBe(4);
  expect(displayWidth("e\u0301")).toBe(1);
  expect(displayWidth("\u001b[31mab\u001b[39m")).toBe(2);
  expect(displayWidth("😀")).toBe(2);
  expect(displayWidth("👩‍👩‍👧")).toBe(2);
  expect(displayWidth("🇩🇪!")).toBe(3);
});

test("a cut text says so, keeps whole signs and fits", () => {
  expect(cutToWidth("abcdef", 6)).toBe("abcdef");
  expect(cutToWidth("abcdefg", 6)).toBe("abcde…");
  expect(cutToWidth("日本語日本語", 6)).toBe("日本…");
  expect(cutToWidth("😀😀😀", 4)).toBe("😀…");
});

test("padding fills up to the column and cuts nothing", () => {
  expect(padToWidth("ab", 4)).toBe("ab  ");
  expect(padToWidth("日", 4)).toBe("日  ");
  expect(padToWidth("abcdef", 4)).toBe("abcdef");
});

test("text is broken at blanks, and in a word only where that is asked for", () => {
  expect(wrapText("one two three", 7)).toEqual(["one two", "three"]);
  expect(wrapText("a abcdefghijk b", 5)).toEqual(["a", "abcdefghijk", "b"]);
  expect(wrapText("a abcdefghijk b", 5, true)).toEqual(["a", "abcde", "fghij", "k b"]);
  expect(wrapText("one\n\ntwo", 10)).toEqual(["one", "", "two"]);
});
