// Prevents: a model that is told no, but not what was wrong, or is flooded with what was.
import { expect, test } from "vitest";
import * as z from "zod";
import type { Json } from "../contract/json.ts";
import { toolWith } from "../testing/tool-fixture.ts";
import { decodeInput } from "./decode-input.ts";

const tool = toolWith({
  input: z.strictObject({
    path: z.string(),
    offset: z.int().optional(),
    limit: z.int().optional(),
    column: z.int().optional(),
    edits: z
      .array(
        z.strictObject({
          old_string: z.string(),
          new_string: z.string(),
          replace_all: z.boolean().optional(),
        }),
      )
      .optional(),
  }),
  aliases: { file_path: "path" },
});

function refusal(input: Json) {
  const result = decodeInput(tool, { input });
  if (result.ok) throw new Error(`was taken as ${JSON.stringify(result.input)}`);
  return result;
}

test("an unknown name is refused with the nearest one and what the tool accepts, in the words of the spec", () => {
  expect(refusal({ filename: "a" })).toEqual({
    ok: false,
    message: 'invalid arguments: probe has no parameter "filename".',
    hint: 'did you mean "path"? probe accepts path (required), offset, limit, column, edits.',
  });
});

test("C-004: a missing argument is answered with its name", () => {
  expect(refusal({})).toMatchObject({
    message: "invalid arguments: path is required; required: path.",
    hint: "probe accepts path (required), offset, limit, column, edits.",
  });
  expect(refusal({ path: null }).message).toBe(
    "invalid arguments: path is required, but null came; required: path.",
  );
});

test("C-005: a misspelt argument is refused with the nearest right one", () => {
  expect(refusal({ path: "x", ofset: 3 })).toMatchObject({
    message: 'invalid arguments: probe has no parameter "ofset".',
    hint: expect.stringMatching(/^did you mean "offset"\?/),
  });
  expect(refusal({ path: "x", paths: "y" }).hint).toMatch(/^did you mean "path"\?/);
});

test("C-006: a misspelt switch is refused, also inside a list", () => {
  const inner = { old_string: "a", new_string: "b", replaceall: true };
  expect(refusal({ path: "x", edits: [inner] })).toMatchObject({
    message: 'invalid arguments: probe has no parameter "edits[0].replaceall".',
    hint: expect.stringMatching(/^did you mean "replace_all"\?/),
  });
});

test("a name that is nearest to an accepted misspelling leads to the real parameter", () => {
  expect(refusal({ path: "x", filepaths: 1 }).hint).toMatch(/^did you mean "path"\?/);
});

test("all problems are told together, five of them in words", () => {
  const { message } = refusal({ offset: "x", limit: "y", column: "z", edits: [1, 2, 3], other_thing: 0 });
  expect(message.split("; ")).toEqual([
    'invalid arguments: probe has no parameter "other_thing"',
    'offset must be a whole number, but "x" came',
    'limit must be a whole number, but "y" came',
    'column must be a whole number, but "z" came',
    "edits[0] must be an object, but 1 came",
    "and 2 more.",
  ]);
});

test("what is required is named where it is missing", () => {
  expect(refusal({ path: "x", edits: [{ old_string: "a" }] }).message).toBe(
    "invalid arguments: edits[0].new_string is required; required: edits[].old_string, edits[].new_string.",
  );
});

test("a hundred thousand unknown names are answered at once", () => {
  const names = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`offset_${index}`, index]));
  const startedAt = performance.now();
  const { message } = refusal({ path: "x", ...names });
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  expect(message).toContain("and 99995 more");
  expect(message.length).toBeLessThan(2000);
});

test.each([
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "toString",
  "a.b",
  "",
  "x".repeat(5000),
  "\ud800",
  "\u0000",
])("the name %j is an unknown name like any other", (name) => {
  const text = `{"path":"x",${JSON.stringify(name)}:{"path":"y"}}`;
  const { message } = refusal(text);
  expect(message).toContain("probe has no parameter");
  expect(message.length).toBeLessThan(400);
  expect(message.isWellFormed()).toBe(true);
  expect(decodeInput(tool, { input: '{"path":"x"}' })).toMatchObject({ ok: true, input: { path: "x" } });
});

test("a message shows what it is told to show, so that no secret is cut in half", () => {
  const result = decodeInput(tool, { input: { path: { a: "secret" } } }, () => "[MASKED]");
  expect(result).toMatchObject({ message: "invalid arguments: path must be a string, but [MASKED] came." });
});

test("Q-001: a call that was cut off is never run", () => {
  const cut = decodeInput(tool, { input: { path: "a" }, wasCutOff: true });
  expect(cut).toMatchObject({ ok: false, hint: "send it again in smaller pieces." });
  expect(cut.ok === false && cut.message).toMatch(/^invalid arguments: .*cut off/);
});
