// Prevents: a value that is guessed, dropped or changed on its way from a model's text to a tool.
import { expect, test } from "vitest";
import * as z from "zod";
import { bounded } from "../contract/bounded.ts";
import type { Json } from "../contract/json.ts";
import { toolWith } from "../testing/tool-fixture.ts";
import { decodeInput } from "./decode-input.ts";

const item = z.strictObject({ content: z.string(), status: z.enum(["pending", "done"]).default("pending") });

const tool = toolWith({
  input: z.strictObject({
    text: z.string().optional(),
    count: z.int().optional(),
    share: z.number().optional(),
    flag: z.boolean().optional(),
    mode: z.enum(["Fast", "slow", "SLOW"]).optional(),
    names: z.array(z.string()).optional(),
    items: z.array(item).optional(),
    where: z.strictObject({ path: z.string(), deep: z.boolean().default(false) }).optional(),
    limit: bounded(z.int().default(10), { min: 1, max: 200, outside: "default" }),
    width: bounded(z.int().optional(), { min: 20, max: 90, outside: "clamp" }),
    column: bounded(z.int().optional(), { min: 1, outside: "default" }),
  }),
  aliases: {
    txt: "text",
    "items[].title": "content",
    "items[].status.todo": "pending",
    "where.file": "path",
    "mode.quick": "Fast",
  },
});

function decoded(input: Json) {
  const result = decodeInput(tool, { input });
  if (!result.ok) throw new Error(result.message);
  return result;
}

function refusal(input: Json): string {
  const result = decodeInput(tool, { input });
  if (result.ok) throw new Error(`was taken as ${JSON.stringify(result.input)}`);
  return result.message;
}

test.each<[field: string, came: Json, becomes: Json, note: RegExp]>([
  ["count", "5", 5, /^converted count "5" to 5$/],
  ["count", " 5\n", 5, /^converted count /],
  ["count", "5.0", 5, /^converted count /],
  ["count", "5e1", 50, /^converted count /],
  ["count", "-0", 0, /^converted count /],
  ["share", "0.5", 0.5, /^converted share "0.5" to 0.5$/],
  ["share", "-1e-3", -0.001, /^converted share /],
  ["flag", "true", true, /^converted flag "true" to true$/],
  ["flag", "FALSE", false, /^converted flag /],
  ["text", 5, "5", /^converted text 5 to "5"$/],
  ["text", 1e21, "1e+21", /^converted text /],
  ["text", true, "true", /^converted text true to "true"$/],
  ["text", "a\ud99cb", "a\ufffdb", /^replaced half a surrogate pair in text by U\+FFFD$/],
  ["mode", "fast", "Fast", /^took mode "fast" as "Fast"$/],
  ["mode", "quick", "Fast", /^took mode "quick" as "Fast"$/],
  ["names", '["a","b"]', ["a", "b"], /^converted names from JSON text to a list$/],
  ["where", '{"path":"a"}', { path: "a", deep: false }, /^converted where from JSON text to an object$/],
  [
    "items",
    ["csv"],
    [{ content: "csv", status: "pending" }],
    /^took items\[0\] "csv" as \{"content": "csv"\}$/,
  ],
  ["items", ["{x} y"], [{ content: "{x} y", status: "pending" }], /^took items\[0\]/],
  ["items", ['{"content":"a"}'], [{ content: "a", status: "pending" }], /^converted items\[0\] from JSON/],
  [
    "items",
    [{ title: "a" }],
    [{ content: "a", status: "pending" }],
    /^took items\[0\]\.title as items\[0\]\.content$/,
  ],
  [
    "items",
    [{ content: "a", status: "todo" }],
    [{ content: "a", status: "pending" }],
    /^took items\[0\]\.status "todo"/,
  ],
  ["where", { file: "a" }, { path: "a", deep: false }, /^took where\.file as where\.path$/],
  ["limit", 0, 10, /^limit 0 is outside 1–200; used the default 10$/],
  ["limit", "201", 10, /^converted limit/],
  ["width", 5, 20, /^width 5 is outside 20–90; used 20$/],
  ["width", 91, 90, /^width 91 is outside 20–90; used 90$/],
])("C-009: %s given as %j means %j, and that is told", (field, came, becomes, note) => {
  const { input, notes, isAsItCame } = decoded({ [field]: came });
  expect(input[field]).toEqual(becomes);
  expect(notes[0]).toMatch(note);
  expect(isAsItCame).toBe(false);
});

test("C-009: null for an optional parameter is not given, with its default where it has one", () => {
  const { input, notes } = decoded({ text: null, limit: null, column: 0 });
  expect(input).toEqual({ limit: 10 });
  expect(notes).toEqual([
    "took text null as not given",
    "took limit null as not given",
    "column 0 is outside 1 and up; took it as not given",
  ]);
});

test.each(["[1]", "true", "5", "null", '{"a":1}', " x ", ""])(
  "C-010: the text %j stays as it is, without a note",
  (text) => {
    const { input, notes } = decoded({ text, limit: 10 });
    expect(input["text"]).toBe(text);
    expect(notes).toEqual([]);
  },
);

test.each<[field: string, came: Json, expected: string]>([
  ["count", "5.5", 'count must be a whole number, but "5.5" came'],
  ["count", 5.5, "count must be a whole number, but 5.5 came"],
  ["count", "", 'count must be a whole number, but "" came'],
  ["count", "0x10", 'count must be a whole number, but "0x10" came'],
  ["count", "05", "count must be a whole number"],
  ["count", "+5", "count must be a whole number"],
  ["count", "5 6", "count must be a whole number"],
  ["count", true, "count must be a whole number, but true came"],
  ["count", [5], "count must be a whole number, but [5] came"],
  ["count", 1e21, "count must be a number of at most 9007199254740991, but 1e+21 came"],
  ["count", "9007199254740993", "count must be a number of at most 9007199254740991"],
  ["share", "1e999", 'share must be a number of at most 1.7976931348623157e+308, but "1e999" came'],
  ["share", "Infinity", "share must be a number"],
  ["share", "NaN", "share must be a number"],
  ["flag", 1, "flag must be true or false, but 1 came"],
  ["flag", "yes", 'flag must be true or false, but "yes" came'],
  ["text", { a: 1 }, 'text must be a string, but {"a":1} came'],
  ["text", ["a"], 'text must be a string, but ["a"] came'],
  ["mode", "Slow", 'mode must be one of Fast, slow, SLOW, but "Slow" came'],
  ["mode", {}, "mode must be one of Fast, slow, SLOW, but {} came"],
  ["names", "a", 'names must be a list, but "a" came'],
  ["names", 5, "names must be a list, but 5 came"],
  ["names", '{"0":"a"}', "names must be a list"],
  ["names", '["a"', "names must be a list"],
  ["names", ["a", null], "names[1] must be a string, but null came"],
  ["names", { 0: "a" }, "names must be a list"],
  ["where", "a", 'where must be an object, but "a" came'],
  ["where", ["a"], 'where must be an object, but ["a"] came'],
  ["where", '["a"]', "where must be an object"],
  ["where", { path: null }, "where.path is required, but null came; required: where.path"],
  ["items", [5], "items[0] must be an object, but 5 came"],
  ["items", [{}], "items[0].content is required; required: items[].content"],
])("%s given as %j is refused with the value and what is expected", (field, came, expected) => {
  const message = refusal({ [field]: came });
  expect(message.startsWith("invalid arguments: ")).toBe(true);
  expect(message).toContain(expected);
});

test("C-011: an alias beside its parameter counts when both say the same, and is refused when they differ", () => {
  expect(decoded({ text: "a", txt: "a" }).input).toMatchObject({ text: "a" });
  expect(decoded({ text: null, txt: "a" }).input).toMatchObject({ text: "a" });
  expect(decoded({ text: "a", txt: null }).input).toMatchObject({ text: "a" });
  expect(decoded({ where: { path: "a", file: "a" } }).input["where"]).toEqual({ path: "a", deep: false });
  expect(refusal({ text: "a", txt: "b" })).toBe(
    'invalid arguments: text and txt mean the same parameter, but "a" and "b" came.',
  );
  expect(refusal({ where: { path: "a", file: "b" } })).toContain("where.path and where.file mean the same");
});

test("an alias holds at its own place only", () => {
  expect(refusal({ title: "a" })).toContain('probe has no parameter "title"');
  expect(refusal({ where: { path: "a", txt: "b" } })).toContain('no parameter "where.txt"');
});

test("what runs is frozen through and through, and what the caller holds is not touched", () => {
  const given = { names: ["a"], where: { path: "a" } };
  const { input, raw } = decoded(given);
  expect(Object.isFrozen(input) && Object.isFrozen(input["names"]) && Object.isFrozen(input["where"])).toBe(
    true,
  );
  given.names.push("b");
  expect(input["names"]).toEqual(["a"]);
  expect(raw["names"]).toEqual(["a"]);
});

test("only what needs no conversion and no default, at any depth, is as it came", () => {
  expect(decoded({ limit: 5 }).isAsItCame).toBe(true);
  expect(decoded({}).isAsItCame).toBe(false);
  expect(decoded({ limit: 5, where: { path: "a" } }).isAsItCame).toBe(false);
  expect(decoded({ limit: 5, where: { path: "a", deep: true } }).isAsItCame).toBe(true);
});

test("a default that is a list or an object cannot be changed through a call", () => {
  const listed = toolWith({ input: z.strictObject({ names: z.array(z.string()).default(["a"]) }) });
  const first = decodeInput(listed, {});
  expect(first.ok && Object.isFrozen(first.input["names"])).toBe(true);
});

test("a long list of conversions is told by its length", () => {
  const { notes, input } = decoded({ names: Array.from({ length: 1000 }, (_, index) => index) });
  expect(input["names"]).toHaveLength(1000);
  expect(notes).toHaveLength(21);
  expect(notes.at(-1)).toBe("and 980 more conversions of this kind");
});

test("what is exactly at a limit is inside it", () => {
  const narrow = toolWith({
    input: z.strictObject({
      word: z.string().min(2).max(3),
      list: z.array(z.string()).min(1).max(2),
      age: z.int().min(0).max(150),
      wide: bounded(z.int(), { min: 1, max: 5, outside: "clamp" }),
    }),
  });
  for (const input of [
    { word: "ab", list: ["a"], age: 0, wide: 1 },
    { word: "abc", list: ["a", "b"], age: 150, wide: 5 },
  ]) {
    expect(decodeInput(narrow, { input })).toMatchObject({ ok: true, input, notes: [] });
  }
});

test("length limits refuse and say what came", () => {
  const narrow = toolWith({
    input: z.strictObject({
      word: z.string().min(2).max(5).optional(),
      list: z.array(z.string()).min(1).max(2).optional(),
      age: z.int().min(0).max(150).optional(),
    }),
  });
  const messages = [
    { word: "a" },
    { word: "abcdef" },
    { list: [] },
    { list: ["a", "b", "c"] },
    { age: -1 },
    { age: "151" },
  ].map((input) => {
    const result = decodeInput(narrow, { input });
    return result.ok ? "taken" : result.message;
  });
  expect(messages).toEqual([
    'invalid arguments: word must be at least 2 characters, but "a" came.',
    "invalid arguments: word must be at most 5 characters, but 6 came.",
    "invalid arguments: list must hold at least 1 items, but 0 came.",
    "invalid arguments: list must hold at most 2 items, but 3 came.",
    "invalid arguments: age must be at least 0, but -1 came.",
    'invalid arguments: age must be at most 150, but "151" came.',
  ]);
});
