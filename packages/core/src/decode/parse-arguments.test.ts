// Prevents: broken arguments that are guessed, and a text that stops a session or the process.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { quote } from "../text/quote.ts";
import { findJsonBreak } from "./find-json-break.ts";
import { parseArguments } from "./parse-arguments.ts";

const reading = { isReadOnly: true, show: quote };
const changing = { isReadOnly: false, show: quote };

function refusal(given: unknown, how = changing): string {
  const parsed = parseArguments(given, how);
  if (parsed.ok) throw new Error(`was taken as ${JSON.stringify(parsed.input)}`);
  return parsed.message;
}

test.each([undefined, null, "", "   ", "\n\t", "null", " null ", "{}", "\ufeff{}"])(
  "C-007: %j is an empty object",
  (given) => {
    expect(parseArguments(given, changing)).toEqual({ ok: true, input: {}, notes: [] });
  },
);

test("a byte-order mark before the object is no part of it", () => {
  expect(parseArguments('\ufeff{"a":1}', changing)).toMatchObject({ ok: true, input: { a: 1 } });
});

test("an object in a JSON string is unwrapped once, and that is told", () => {
  const once = JSON.stringify('{"a":1}');
  expect(parseArguments(once, changing)).toEqual({
    ok: true,
    input: { a: 1 },
    notes: ["unwrapped the arguments from a JSON string"],
  });
  expect(refusal(JSON.stringify(once))).toContain("an object is expected");
});

test.each([
  ["[1]", "an object is expected, but [1] came"],
  ['"x"', 'an object is expected, but "x" came'],
  ["5", "an object is expected, but 5 came"],
  ["true", "an object is expected, but true came"],
  ['"[1]"', 'an object is expected, but "[1]" came'],
  ['{"path":"a.txt","content":"x', "the arguments are not complete JSON: they end at character 28"],
  ['  {"path": "a.txt", "content', "they end at character 28"],
  ['{"a":', "not complete JSON: they end at character 5"],
  ['{"a":tr', "not complete JSON: they end at character 7"],
  ['{"a":-', "not complete JSON"],
  ['{"a":"\\u12', "not complete JSON"],
  ["{} trailing", 'after the JSON value more text came at character 3 ("trailing")'],
  ['{"a":1}{"b":2}', "two JSON values came in one call (the second at character 7)"],
  ['{"a":1}\n{"a":1}', "two JSON values came in one call (the second at character 8)"],
  ['{"{"a":1}', "they break at character 4"],
  ["[1,x]", 'they break at character 3 ("x]")'],
  ["{'a':1}", "they break at character 1"],
  ['{"a":1,}', "they break at character 7"],
  ['{"a":"line\nbreak"}', "they break at character 10"],
  ['{"a":"\\U0001F600"}', "they break at character 6"],
  ['{"a":"say "hi" now"}', "they break at character 11"],
  ['  {"a" 1}', "they break at character 7"],
  ['{"a":NaN}', "they break at character 5"],
])("Q-002: %j is refused with the place, for a tool that changes things", (text, expected) => {
  expect(refusal(text)).toContain(expected);
});

test.each([
  ['{"a":"line\nbreak\u0000"}', { a: "line\nbreak\u0000" }, "escaped raw control characters"],
  ['{"a":[1,2,]}', { a: [1, 2] }, "dropped a trailing comma"],
  ['{"a":1 , }', { a: 1 }, "dropped a trailing comma"],
  ['```json\n{"a":1}\n```', { a: 1 }, "took off a code fence"],
  ['```\n{"a":"x\ty"}\n```', { a: "x\ty" }, "took off a code fence, escaped raw control characters"],
  ['{"a":"1,]","b":1,}', { a: "1,]", b: 1 }, "dropped a trailing comma"],
])("Q-003: %j is repaired for a tool that only reports, and that is told", (text, input, what) => {
  expect(parseArguments(text, reading)).toEqual({
    ok: true,
    input,
    notes: [`repaired the arguments: ${what}`],
  });
  expect(refusal(text)).toMatch(/^invalid arguments: the arguments are not/);
});

test.each([
  '{"a":"x',
  '{"a":1,"b":2,',
  '{"a":[1,2}',
  "{,}",
  '{"a":[,]}',
  '{"a":[1,,]}',
  '{"a":1,"b":[1,],}',
  '{"a":"x\\\ny"}',
  "{'a':1}",
  '{"a":"\\U0001F600"}',
  '{"a":"say "hi" now"}',
  'Here: {"a":1}',
  '```json\n{"a":1}',
  '```json {"a":1}```',
])("Q-003: %j is not repaired, whatever the tool does", (text) => {
  expect(refusal(text, reading)).toMatch(/^invalid arguments: /);
});

test("numbers that no value can carry are named by their place", () => {
  expect(refusal('{"a":{"b":[1,1e999]}}')).toContain("a.b[1] is the number Infinity, which JSON cannot hold");
  expect(refusal('{"a":-1e999}', reading)).toContain("a is the number -Infinity");
});

test.each([
  ["in a list", `${"[".repeat(200_000)}${"]".repeat(200_000)}`],
  ["in an object", `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`],
  ["without an end", "[".repeat(200_000)],
  ["in an object without an end", '{"a":'.repeat(200_000)],
])("endless nesting %s is refused, not thrown", (_name, text) => {
  expect(refusal(text)).toMatch(/^invalid arguments: /);
  expect(refusal(text, reading)).toMatch(/^invalid arguments: /);
});

test.each([
  ["a fence of line ends", `\`\`\`${"\n".repeat(300_000)}x`],
  ["commas and blanks", `{"a":1${", ".repeat(150_000)}`],
  ["blanks", `{"a":${" ".repeat(300_000)}x}`],
  ["backslashes", `{"a":"${"\\".repeat(300_001)}`],
])("a long text of %s is answered at once", (_name, text) => {
  const startedAt = performance.now();
  expect(refusal(text, reading)).toMatch(/^invalid arguments: /);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;
const hostile = new Proxy(
  {},
  {
    ownKeys: () => {
      throw new Error("no");
    },
  },
);

test.each([
  [5n],
  [() => 1],
  [Symbol("s")],
  [new Date(0)],
  [new Map()],
  [cyclic],
  [{ a: Number.NaN }],
  [{ a: [undefined] }],
  [hostile],
])("a value that JSON cannot hold is refused (%#)", (given) => {
  expect(refusal(given)).toContain("no JSON value");
});

test("a member that is undefined is not there", () => {
  expect(parseArguments({ a: undefined, b: { c: undefined } }, changing)).toEqual({
    ok: true,
    input: { b: {} },
    notes: [],
  });
});

test("the place where text breaks is found exactly when the engine refuses it", () => {
  const pieces = fc.constantFrom(
    ...'{}[],:"\\ \n\t0123456789.-+eEtrufalsn\u0000é',
    "true",
    "null",
    '"a"',
    "\\u00e9",
  );
  const damaged = fc
    .tuple(fc.json(), fc.nat(), fc.array(pieces, { maxLength: 3 }), fc.nat(3))
    .map(([text, at, put, take]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + put.join("") + text.slice(place + take);
    });
  const texts = fc.oneof(
    fc.json(),
    damaged,
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const found = findJsonBreak(text);
      expect(found === undefined).toBe(isJsonText(text));
      if (found === undefined) return;
      expect(found.position).toBeGreaterThanOrEqual(0);
      expect(found.position).toBeLessThanOrEqual(text.length);
      // What stands before the place is never the fault: it can be the start of a JSON text.
      if (found.kind === "extra") expect(isJsonText(text.slice(0, found.position))).toBe(true);
      if (found.kind === "end") expect(findJsonBreak(text.slice(0, found.position))?.kind).toBe("end");
    }),
    { numRuns: 3000 },
  );
});

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
