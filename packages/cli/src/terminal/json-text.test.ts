// Prevents: machine-readable output that steers the terminal it is looked at on.
import { expect, test } from "vitest";
import { jsonText } from "./json-text.ts";

test("codes a terminal would obey are escapes, and the value is the same", () => {
  const value = { text: "\u001b[31m\u009b1m\u202egpj\u2028", list: ["日本", 1, null] };
  const text = jsonText(value);
  expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/);
  expect(text).toContain("日本");
  expect(JSON.parse(text)).toEqual(value);
});
