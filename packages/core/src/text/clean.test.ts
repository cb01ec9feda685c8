// Prevents: bytes that move a cursor, hide a word or break a request, and content that is changed for no reason.
import { expect, test } from "vitest";
import { cleanText, oneLine, visibleText, wellFormedJson } from "./clean.ts";

test("U-005: control codes other than tab and line ends are removed, unless the bytes are the point", () => {
  expect(cleanText("a\u001b[31mb\u0007\tc\r\n\u0000\u007f\u009b")).toBe("a[31mb\tc\r\n");
  expect(cleanText("a\u001b[31mb\u0007\ud800", true)).toBe("a\u001b[31mb\u0007\ufffd");
});

test("U-002: half a character becomes U+FFFD, in text, data and keys", () => {
  expect(cleanText("a\ud99cb")).toBe("a\ufffdb");
  expect(wellFormedJson({ "\ud99c": ["\udc00", 5, null] })).toEqual({ "\ufffd": ["\ufffd", 5, null] });
  expect(cleanText("😀")).toBe("😀");
});

test.each([
  ["\u202e", "<U+202E>"],
  ["\u2066", "<U+2066>"],
  ["\u200b", "<U+200B>"],
  ["\u200d", "<U+200D>"],
  ["\u2060", "<U+2060>"],
  ["\ufeff", "<U+FEFF>"],
  ["\u00ad", "<U+00AD>"],
  ["\u034f", "<U+034F>"],
  ["\u061c", "<U+061C>"],
  ["\u180e", "<U+180E>"],
  ["\u3164", "<U+3164>"],
  ["\u115f", "<U+115F>"],
  ["\u2028", "<U+2028>"],
  ["\u001b", "<U+001B>"],
  ["\r", "<U+000D>"],
  ["\u009b", "<U+009B>"],
  ["\ud800", "\ufffd"],
  ["\u{e0041}", "<U+E0041>"],
  ["\u{e0101}", "<U+E0101>"],
])("%j is made visible for who decides", (hidden, shown) => {
  expect(visibleText(`rm${hidden}x`)).toBe(`rm${shown}x`);
});

test("what is visible already stays as it is", () => {
  for (const text of ["a\tb\nc", "❤\ufe0f", "日本語", "مرحبا", "e\u0301", "😀"])
    expect(visibleText(text)).toBe(text);
});

test("one line is one line, whatever ends a line", () => {
  expect(oneLine(" a \r\n b\rc\u2028d\u2029\n\ne\u0085f\u000bg ")).toBe("a b c d e f g");
  const startedAt = performance.now();
  expect(oneLine(`${" ".repeat(500_000)}x`)).toBe("x");
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});
