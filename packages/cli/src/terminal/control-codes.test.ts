// Prevents: a file's or a page's text that moves the cursor, recolours or rewrites what a person sees.
import { expect, test } from "vitest";
import { showControlCodes } from "./control-codes.ts";

test("U-005: on a terminal control codes are shown, not obeyed", () => {
  expect(showControlCodes("a\u001b[31mb\u0007\n")).toBe("a<U+001B>[31mb<U+0007>\n");
});

test("codes of the second block, delete and marks of direction are shown too", () => {
  expect(showControlCodes("\u009b31m \u007f \u202egpj.exe \u2066x\u2069")).toBe(
    "<U+009B>31m <U+007F> <U+202E>gpj.exe <U+2066>x<U+2069>",
  );
});

test("a carriage return stays before its line feed and is shown where it would overwrite a line", () => {
  expect(showControlCodes("a\r\nb\rc\r")).toBe("a\r\nb<U+000D>c<U+000D>");
});

test("tabs, line feeds, other scripts and joined signs stay as they are", () => {
  const text = "a\tb\n日本語 עברית 👩‍👩‍👧 e\u0301\n";
  expect(showControlCodes(text)).toBe(text);
});
