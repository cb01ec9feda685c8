// Prevents: a secret that is shown or kept, and harmless text that is taken for one.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createScrubber, KEY_MASK } from "./scrub.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN";
const SK = `sk-${LETTERS.slice(0, 30)}0123456789`;
const plain = createScrubber([]);

const keys = [
  SK,
  `sk-proj-${LETTERS.slice(0, 20)}_1`,
  `AIza${LETTERS.slice(0, 34)}1`,
  `ghp_${LETTERS.slice(0, 35)}1`,
  `github_pat_${LETTERS.slice(0, 20)}_1`,
  `xoxb-1234567890-${LETTERS.slice(0, 12)}`,
  "AKIAIOSFODNN7EXAMPLE",
];

test.each(keys)("P-016: the key %s is masked wherever a word may begin", (key) => {
  for (const [before, after] of [
    ["", ""],
    ["KEY=", "\n"],
    ['"', '"'],
    ["(", ")"],
    ["é", "."],
    [String.raw`"a\n`, '"'],
  ] as const) {
    expect(plain.text(`${before}${key}${after}`)).toBe(`${before}${KEY_MASK}${after}`);
  }
});

test.each([
  "task-sk-list",
  `sk-${LETTERS.slice(0, 30)}`,
  "sk-short1",
  `my-${SK}`,
  `x${SK}`,
  `_${SK}`,
  "Bearer of good news and of 20 more",
  "AKIAshort1",
  "-----BEGIN PRIVATE KEY----- begins such a block.",
  "PRIVATE KEY",
])("P-016: %s is left as it is", (text) => {
  expect(plain.text(text)).toBe(text);
});

test("the token of an Authorization header is masked, its word stays", () => {
  const token = `${LETTERS.slice(0, 19)}1`;
  expect(plain.text(`Authorization: bEARER ${token}`)).toBe(`Authorization: bEARER ${KEY_MASK}`);
  expect(plain.text(`Bearer ${LETTERS}`)).toBe(`Bearer ${LETTERS}`);
});

const BODY = `${"MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ\n".repeat(3)}abc=`;

test("a private key block is masked as a whole, also one that is cut off or stands in JSON", () => {
  const begin = "-----BEGIN RSA PRIVATE KEY-----";
  const end = "-----END RSA PRIVATE KEY-----";
  const headers = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,AB\n\n";
  expect(plain.text(`a\n${begin}\n${BODY}\n${end}\nb`)).toBe(`a\n${KEY_MASK}\nb`);
  expect(plain.text(`${begin}\n${headers}${BODY}\n${end} ${begin}\n${BODY}\n${end}`)).toBe(
    `${KEY_MASK} ${KEY_MASK}`,
  );
  expect(plain.text(`a ${begin}\n${headers}${BODY}`)).toBe(`a ${KEY_MASK}`);
  const inJson = JSON.stringify({ key: `${begin}\n${BODY}` });
  expect(plain.text(inJson)).toBe(`{"key":"${KEY_MASK}"}`);
  const code = `const PEM = "${begin}";\nthe rest of a program stays readable`;
  expect(plain.text(code)).toBe(code);
});

test("registered values are masked by their name, at word borders, longest first", () => {
  const scrubber = createScrubber([
    { name: "DB", value: "hunter22" },
    { name: "DB_LONG", value: "hunter22-and-more" },
    { name: "SHORT", value: "12345" },
    { name: "BLANK", value: "        " },
    { name: "ODD", value: "a.b*c+(d" },
  ]);
  expect(scrubber.text("hunter22, hunter22-and-more, (hunter22)")).toBe("[DB], [DB_LONG], ([DB])");
  expect(scrubber.text("xhunter22 hunter222 _hunter22")).toBe("xhunter22 hunter222 _hunter22");
  expect(scrubber.text("12345          a.b*c+(d axb*c+(d")).toBe("12345          [ODD] axb*c+(d");
});

test("a value that JSON writes otherwise is found in JSON too", () => {
  const scrubber = createScrubber([{ name: "PW", value: 'pass"w\\ord\n!' }]);
  expect(scrubber.text(JSON.stringify({ a: 'x pass"w\\ord\n!' }))).toBe('{"a":"x [PW]"}');
  expect(createScrubber([{ name: "PW", value: "hunter22" }]).text(String.raw`{"a":"x\nhunter22"}`)).toBe(
    String.raw`{"a":"x\n[PW]"}`,
  );
});

test("every string of a value is masked, keys too, and the rest is as it was", () => {
  const scrubber = createScrubber([{ name: "PW", value: "hunter22" }]);
  expect(scrubber.json({ a: ["hunter22", 5, null, true], hunter22: { b: SK } })).toEqual({
    a: ["[PW]", 5, null, true],
    "[PW]": { b: KEY_MASK },
  });
});

test("masks are counted", () => {
  const scrubber = createScrubber([{ name: "PW", value: "hunter22" }]);
  expect(Object.fromEntries(scrubber.masksIn(`[PW] ${KEY_MASK} [PW] [OTHER]`))).toEqual({
    "[PW]": 2,
    [KEY_MASK]: 1,
  });
  expect(scrubber.masksIn("nothing").size).toBe(0);
});

test("no registered value of six characters survives between blanks, and masking twice changes nothing", () => {
  const values = fc.string({ minLength: 6, maxLength: 20 }).filter((value) => value.trim() === value);
  fc.assert(
    fc.property(values, fc.lorem(), (value, around) => {
      const scrubber = createScrubber([{ name: "S", value }]);
      const masked = scrubber.text(`${around} ${value} ${around}`);
      fc.pre(!around.includes(value) && !"[S]".includes(value));
      expect(masked).not.toContain(` ${value} `);
      expect(masked).toContain("[S]");
      expect(scrubber.text(masked)).toBe(masked);
    }),
  );
});

test.each([
  ["beginnings without an end", "-----BEGIN PRIVATE KEY-----\n".repeat(40_000)],
  ["a beginning made of capitals", `-----BEGIN ${"A ".repeat(300_000)}`],
  ["bearers and blanks", `Bearer ${" ".repeat(300_000)}`],
  ["sk-", "sk-".repeat(200_000)],
  ["base64 that does not end", `-----BEGIN PRIVATE KEY-----${"A".repeat(500_000)}!`],
])("a long text of %s is looked through at once", (_name, text) => {
  const startedAt = performance.now();
  plain.text(text);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});
