// Prevents: a key that is shown because it is short, stands inside another word, or was written as a web address has it.
import { expect, test } from "vitest";
import { withoutKeys } from "./without-keys.ts";

test.each([
  ["abc", "keyabcdef"],
  ["p@ss word/1", "at https://x/?key=p%40ss%20word%2F1"],
  ["p@ss word/1", "p@ss word/1"],
  ["sk-0123456789abcdefghijk", "Bearer sk-0123456789abcdefghijk"],
])("%j in %j", (key, text) => {
  const shown = withoutKeys([key])(text);
  expect(shown).not.toContain(key);
  expect(shown).not.toContain(encodeURIComponent(key));
});

test("what looks like a key of somebody else is masked, and nothing else is touched", () => {
  const mask = withoutKeys(["", " "]);
  expect(mask("got sk-live-0123456789abcdefghij")).not.toContain("0123456789");
  expect(mask("the model is overloaded")).toBe("the model is overloaded");
});
