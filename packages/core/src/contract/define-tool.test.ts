// Prevents: a tool that registers although its contract is broken, and an author who is not told which rule.
import { expect, expectTypeOf, test } from "vitest";
import * as z from "zod";
import { Catalog } from "../services/catalog.ts";
import { Files } from "../services/files.ts";
import { defineService } from "../services/service.ts";
import { defineTool } from "./define-tool.ts";
import type { JsonObject } from "./json.ts";
import { fail, ok, type OkResult } from "./result.ts";
import { bodyOf, isToolDefinition } from "./tool-body.ts";
import type { RunContext, ToolDefinition } from "./tool-definition.ts";

const whole = {
  name: "weather",
  description: "Tell the weather of a city.",
  input: z.strictObject({ city: z.string().describe("Name of the city.") }),
  mutates: false,
  run: () => ok("fine"),
};

/** As a plain JavaScript author would call it: nothing is checked before. */
function define(fields: object): ToolDefinition {
  return defineTool({ ...whole, ...fields });
}

test("C-001: a tool's schema says its required parameter and nothing more", () => {
  expect(define({}).input.json).toEqual({
    type: "object",
    properties: { city: { type: "string", description: "Name of the city." } },
    required: ["city"],
    additionalProperties: false,
  });
});

const rules: readonly [rule: string, fields: object, text: string][] = [
  [
    "a name that is no identifier",
    { name: "My-Tool" },
    'tool "My-Tool": name must match ^[a-z][a-z0-9_]{0,63}$',
  ],
  ["a name that is too long", { name: `a${"b".repeat(64)}` }, "name must match"],
  ["a name of a server", { name: "mcp__a__b" }, "name must not start with mcp__, which is reserved"],
  ["a name with a line end", { name: "weather\n" }, "name must match"],
  ["no description", { description: undefined }, 'tool "weather": description must be a text for the model'],
  ["a blank description", { description: "  " }, "description must be a text for the model"],
  ["a long description", { description: "a".repeat(1025) }, "description must have at most 1024 characters"],
  ["long guidance", { guidance: "a".repeat(1201) }, "guidance must have at most 1200 characters"],
  ["guidance that is no text", { guidance: 5 }, "guidance must be a string"],
  ["no mutates", { mutates: undefined }, 'mutates must be true, false or "depends"'],
  ["a guessed mutates", { mutates: "maybe" }, 'mutates must be true, false or "depends"'],
  ["a number for mutates", { mutates: 0 }, "mutates must be true"],
  ["effects that are a list", { effects: [] }, "effects must be a function"],
  ["a preview that is a text", { preview: "x" }, "preview must be a function"],
  ["available that is a boolean", { available: true }, "available must be a function"],
  ["a prompt that is a text", { prompt: "x" }, "prompt must be a function"],
  ["no run", { run: undefined }, "run must be a function"],
  ["a time limit of 0", { timeoutMs: 0 }, "timeoutMs must be a positive whole number"],
  ["a time limit of 1.5", { timeoutMs: 1.5 }, "timeoutMs must be a positive whole number"],
  ["an endless time limit", { timeoutMs: Infinity }, "timeoutMs must be a positive whole number"],
  ["a time limit as text", { timeoutMs: "1000" }, "timeoutMs must be a positive whole number"],
  ["no input", { input: undefined }, "input must be a strict zod object or JSON Schema"],
  ["input as a text", { input: "path" }, "input must be a strict zod object or JSON Schema"],
  ["a field that does not exist", { timeout: 5 }, "timeout is not a field of a tool"],
  [
    "an ambient parameter",
    { input: z.strictObject({ session_id: z.string() }) },
    'input must not ask for "session_id"',
  ],
  ["examples that are no list", { examples: {} }, "examples must be a list of {input, note?}"],
  ["an example without input", { examples: [{ input: {} }, {}] }, "examples[1] must have an input object"],
  ["an example that is nothing", { examples: [null] }, "examples[0] must have an input object"],
  [
    "a note that is no text",
    { examples: [{ input: {}, note: 1 }] },
    "examples[0] must have its note as a string",
  ],
  ["needs that are no list", { needs: Files }, "needs must be a list of service tokens"],
  [
    "a need that is undefined",
    { needs: [undefined] },
    "needs must hold service tokens only (is one undefined?)",
  ],
  ["a need named as a text", { needs: ["files"] }, "needs must hold service tokens only"],
  ["a need that is in each context", { needs: [defineService()("signal")] }, 'needs must not hold "signal"'],
  [
    "a need named __proto__",
    { needs: [defineService()("__proto__")] },
    "needs must hold service tokens only",
  ],
  ["codes that are a list", { codes: ["x"] }, "codes must be a map of code to one line"],
  ["a code in capitals", { codes: { NOPE: "x" } }, 'codes: "NOPE" must match ^[a-z][a-z0-9_]{2,39}$'],
  [
    "a code of the pipeline",
    { codes: { policy_denied: "x" } },
    'codes: "policy_denied" belongs to the pipeline',
  ],
  [
    "a code without a line",
    { codes: { my_code: " " } },
    'codes: "my_code" must have one line of explanation',
  ],
  [
    "a code of two lines",
    { codes: { my_code: "a\nb" } },
    'codes: "my_code" must have one line of explanation',
  ],
  ["aliases that are a list", { aliases: ["a"] }, "aliases must be a map of misspelling to name"],
  [
    "an alias to nowhere",
    { aliases: { town: "place" } },
    'aliases: "town" leads to "place", which is no parameter',
  ],
  [
    "an alias of a number",
    { aliases: { town: 5 } },
    'aliases: "town" must name a parameter or an enum value',
  ],
  ["an alias that is a parameter", { aliases: { city: "city" } }, 'aliases: "city" is a parameter itself'],
  ["an alias in nowhere", { aliases: { "list[].town": "city" } }, 'aliases: "list[].town" leads to "city"'],
];

test.each(rules)("%s is refused with its rule", (_rule, fields, text) => {
  expect(() => define(fields)).toThrow(text);
  expect(() => define(fields)).toThrow(/^tool "/);
});

test.each([undefined, "", 5, null])("a tool named %j is told by its file", (name) => {
  expect(() => define({ name })).toThrow(
    /^tool at .*define-tool\.test\.ts: name must be a string that is not empty$/,
  );
});

test.each([undefined, null, "tool"])("%j is no tool", (given) => {
  const anything = defineTool as (spec: unknown) => ToolDefinition;
  expect(() => anything(given)).toThrow(/^tool at .*define-tool\.test\.ts: must be given as an object$/);
});

test("the definition is a frozen copy without what acts, and the given object is left alone", () => {
  const codes = { my_code: "A reason." };
  const aliases = { town: "city" };
  const example = { input: { city: "Rome" } };
  const spec = {
    ...whole,
    codes,
    aliases,
    examples: [example],
    needs: [Files, Catalog, Files] as const,
    timeoutMs: 5,
  };
  const tool = defineTool(spec);
  expect(Object.isFrozen(tool)).toBe(true);
  for (const part of [
    tool.input,
    tool.input.json,
    tool.input.json.properties,
    tool.codes,
    tool.aliases,
    tool.examples,
  ]) {
    expect(Object.isFrozen(part)).toBe(true);
  }
  expect(Object.keys(tool)).not.toEqual(expect.arrayContaining(["run"]));
  expect(JSON.stringify(tool)).not.toContain("run");
  expect([spec, codes, aliases, example, example.input].some((part) => Object.isFrozen(part))).toBe(false);
  example.input.city = "Oslo";
  codes.my_code = "Another.";
  expect(tool.examples).toEqual([{ input: { city: "Rome" } }]);
  expect(tool.codes).toEqual({ my_code: "A reason." });
  expect(tool.needs).toEqual(["catalog", "files"]);
  expect(isToolDefinition(tool)).toBe(true);
  expect(isToolDefinition({ ...tool })).toBe(false);
  expect(() => bodyOf({ ...tool })).toThrow('"weather" was not made by defineTool');
});

test("what a tool has besides its data is told by flags", () => {
  const acts = { effects: () => [], preview: () => "", available: () => undefined, prompt: () => undefined };
  expect(define(acts)).toMatchObject({
    hasEffects: true,
    hasPreview: true,
    available: acts.available,
    prompt: acts.prompt,
  });
  const plain = define({});
  expect(plain).toMatchObject({
    hasEffects: false,
    hasPreview: false,
    mutates: false,
    examples: [],
    needs: [],
  });
  expect(Object.keys(plain)).not.toEqual(
    expect.arrayContaining(["output", "guidance", "timeoutMs", "available", "prompt"]),
  );
  expect(define({ guidance: "g", timeoutMs: 5 })).toMatchObject({ guidance: "g", timeoutMs: 5 });
});

test('without effects, "depends" is a tool that changes something', () => {
  expect(define({ mutates: "depends" }).hasEffects).toBe(false);
});

test("aliases lead to parameters and enum values at their own place", () => {
  const input = z.strictObject({
    kind: z.enum(["save", "3.5"]),
    edits: z.array(z.strictObject({ old_string: z.string() })),
    tags: z.array(z.enum(["a", "b"])),
  });
  const aliases = {
    type: "kind",
    "kind.store": "save",
    "kind.3,5": "kind.3.5",
    "edits[].old": "edits[].old_string",
    "tags[].A": "a",
  };
  expect(define({ input, aliases }).aliases).toEqual({
    ...aliases,
    "kind.3,5": "3.5",
    "edits[].old": "old_string",
  });
  for (const wrong of [
    { old: "edits[].old_string" },
    { "edits[].x": "kind" },
    { "kind.x": "old_string" },
    { "kind.": "save" },
  ]) {
    expect(() => define({ input, aliases: wrong })).toThrow("aliases: ");
  }
});

test("the types of run follow from input, output and needs", () => {
  defineTool({
    ...whole,
    input: z.strictObject({
      path: z.string(),
      limit: z.int().default(5),
      kind: z.enum(["a", "b"]).optional(),
      rows: z.array(z.strictObject({ at: z.int() })).optional(),
    }),
    output: z.strictObject({ words: z.int(), note: z.string().optional() }),
    needs: [Files, Catalog],
    effects: (input) => {
      expectTypeOf(input.limit).toEqualTypeOf<number>();
      return [{ kind: "read", path: input.path }];
    },
    run: (input, context) => {
      expectTypeOf(input).toEqualTypeOf<{
        path: string;
        limit: number;
        kind?: "a" | "b" | undefined;
        rows?: { at: number }[] | undefined;
      }>();
      expectTypeOf(context.files).toEqualTypeOf<Files>();
      expectTypeOf(context.catalog).toEqualTypeOf<Catalog>();
      expectTypeOf(context).toExtend<RunContext>();
      expectTypeOf(context).not.toHaveProperty("network");
      return ok("x", { words: 1 });
    },
  });
  defineTool({
    ...whole,
    run: (_input, context) => {
      expectTypeOf(context).not.toHaveProperty("files");
      return "text";
    },
  });
  defineTool({
    ...whole,
    input: { type: "object", properties: {}, required: [], additionalProperties: false },
    run: (input) => {
      expectTypeOf(input).toEqualTypeOf<JsonObject>();
      return fail("my_code", "no");
    },
  });
  type Returned = Parameters<
    typeof defineTool<typeof whole.input, z.ZodObject<{ words: z.ZodNumber }>>
  >[0]["run"];
  expectTypeOf<OkResult<{ words: number }>>().toExtend<ReturnType<Returned>>();
  expectTypeOf<OkResult<{ words: string }>>().not.toExtend<ReturnType<Returned>>();
  expectTypeOf<OkResult<undefined>>().not.toExtend<ReturnType<Returned>>();
});
