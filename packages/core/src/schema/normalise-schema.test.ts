// Prevents: a schema that some provider refuses, or that says less than what calls are judged by.
import { expect, test } from "vitest";
import * as z from "zod";
import { bounded } from "../contract/bounded.ts";
import type { JsonObject } from "../contract/json.ts";
import type { SchemaSource } from "../contract/tool-definition.ts";
import { schemaFromSource } from "./from-source.ts";

const json = (source: SchemaSource) => schemaFromSource(source, "input").json;
const one = (x: z.ZodType) => schemaFromSource(z.strictObject({ x }), "input").json.properties["x"];
const raw = (x: JsonObject, required: string[] = []): JsonObject => ({
  type: "object",
  properties: { x },
  required,
});

test("C-002: lists say what they hold and defaults are no duty", () => {
  const source = z.strictObject({
    names: z.array(z.string()),
    rows: z.array(z.array(z.int())),
    limit: bounded(z.int().default(10), { min: 1, max: 200, outside: "default" }),
  });
  const { json: published, bounds } = schemaFromSource(source, "input");
  expect(published).toEqual({
    type: "object",
    properties: {
      names: { type: "array", items: { type: "string" } },
      rows: { type: "array", items: { type: "array", items: { type: "integer" } } },
      limit: { type: "integer", default: 10 },
    },
    required: ["names", "rows"],
    additionalProperties: false,
  });
  expect([...bounds]).toEqual([["limit", { min: 1, max: 200, outside: "default" }]]);
  expect(JSON.stringify(published)).not.toMatch(/\$schema|9007199254740991|"type":\[/);
});

test("a tool without parameters has an empty, closed object", () => {
  const empty = { type: "object", properties: {}, required: [], additionalProperties: false };
  expect(json(z.strictObject({}))).toEqual(empty);
  expect(json({ type: "object" })).toEqual(empty);
  expect(json({ $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" })).toEqual(empty);
});

test("what may stay away is not required: optional, default, and their mixtures", () => {
  const published = json(
    z.strictObject({
      a: z.string(),
      b: z.string().optional(),
      c: z.string().default("x"),
      d: z.string().optional().default("x"),
      e: z.string().default("x").optional(),
      f: z.string().prefault("x"),
      g: z.string().optional().nonoptional(),
      h: z.string().brand<"path">(),
    }),
  );
  expect(published.required).toEqual(["a", "g", "h"]);
  expect(json({ ...raw({ type: "string", default: "d" }, ["x", "x"]) }).required).toEqual([]);
  expect(json({ ...raw({ type: "string" }, ["x", "x"]) }).required).toEqual(["x"]);
});

test("the published schema is frozen, and the author's object is neither frozen nor kept", () => {
  const list = ["a"];
  const source = raw({ type: "array", items: { type: "string", enum: ["a", "b"] }, default: list });
  const published = json(source);
  list.push("b");
  expect(published.properties["x"]).toEqual({
    type: "array",
    items: { type: "string", enum: ["a", "b"] },
    default: ["a"],
  });
  expect(Object.isFrozen(list)).toBe(false);
  const seen = JSON.stringify(published);
  expect(() => Object.assign(published.properties, { y: 1 })).toThrow();
  expect(() => Object.assign(published.properties["x"]?.default as object, { 0: "z" })).toThrow();
  expect(JSON.stringify(published)).toBe(seen);
});

test("a default that leaves out defaults of its own is published whole", () => {
  const inner = z.strictObject({ a: z.string().default("q"), b: z.int().optional() });
  expect(one(inner.prefault({}))?.default).toEqual({ a: "q" });
  expect(one(z.array(inner).prefault([{ b: 1 }]))?.default).toEqual([{ a: "q", b: 1 }]);
});

const hidden: readonly [feature: string, schema: z.ZodType, rule: string][] = [
  ["refine", z.string().refine((text) => text !== ""), "uses a refinement or a change of the value"],
  ["superRefine", z.strictObject({ a: z.string() }).superRefine(() => undefined), "uses a refinement"],
  ["a check of one's own", z.string().check(z.property("length", z.int())), "uses a refinement"],
  ["trim", z.string().trim(), "uses a refinement or a change of the value"],
  ["toLowerCase", z.string().toLowerCase(), "uses a refinement or a change of the value"],
  ["overwrite", z.number().overwrite((number) => number + 1), "uses a refinement or a change of the value"],
  ["transform", z.string().transform(Number), "uses a transform; do that inside run"],
  ["pipe", z.string().pipe(z.string()), "uses a transform"],
  ["preprocess", z.preprocess(String, z.string()), "uses a transform"],
  ["codec", z.codec(z.string(), z.number(), { decode: Number, encode: String }), "uses a transform"],
  ["stringbool", z.stringbool(), "uses a transform"],
  ["catch", z.string().catch("x"), "uses catch, which would hide a wrong value"],
  ["coerce to number", z.coerce.number(), "uses coerce"],
  ["coerce to string", z.coerce.string(), "uses coerce"],
  ["nullable", z.string().nullable(), "is nullable; make it optional instead"],
  ["nullish", z.string().nullish(), "is nullable"],
  ["a union", z.union([z.string(), z.number()]), "is a union"],
  ["a discriminated union", z.discriminatedUnion("k", [z.strictObject({ k: z.literal("a") })]), "is a union"],
  ["an intersection", z.intersection(z.strictObject({}), z.strictObject({})), "uses intersection"],
  ["a literal", z.literal("a"), "uses const"],
  ["a literal number", z.literal(5), "has values that are no strings"],
  ["an enum of numbers", z.enum({ A: 1, B: 2 }), "has values that are no strings"],
  ["a record", z.record(z.string(), z.string()), "is an open map"],
  ["a tuple", z.tuple([z.string()]), "uses tuple"],
  ["a date", z.date(), "uses date"],
  ["a bigint", z.bigint(), "uses bigint"],
  ["a map", z.map(z.string(), z.string()), "is an open map"],
  ["a set", z.set(z.string()), "uses set"],
  ["any", z.any(), "uses any"],
  ["unknown", z.unknown(), "uses unknown"],
  ["never", z.never(), "uses never"],
  ["null", z.null(), "uses null"],
  ["an instance", z.instanceof(Date), "uses custom"],
  ["a template", z.templateLiteral(["a", z.string()]), "uses template_literal"],
  ["lazy", z.lazy(() => z.string().refine(() => false)), "uses lazy"],
  ["JSON", z.json(), "uses lazy"],
  ["readonly", z.array(z.string()).readonly(), "uses readonly"],
  ["an email address", z.email(), "uses format"],
  ["a date as text", z.iso.date(), "uses format"],
  ["a pattern", z.string().regex(/a/), "uses pattern"],
  ["startsWith", z.string().startsWith("a"), "uses format"],
  ["a positive number", z.int().positive(), "uses exclusiveMinimum"],
  ["multiples", z.number().multipleOf(2), "uses multipleOf"],
  ["a title", z.string().meta({ title: "T" }), "uses title"],
  ["an open object", z.looseObject({}), "must be strict; write z.strictObject"],
  ["an object that drops what it does not know", z.object({}), "must be strict; write z.strictObject"],
  ["a catchall", z.strictObject({}).catchall(z.string()), "must be strict"],
  [
    "a default that differs each time",
    z.string().default(() => String(Math.random())),
    "has a default that differs",
  ],
  [
    "a default that does not fit",
    z.int().min(5).default(1),
    "has a default that does not fit: default must be at least 5",
  ],
];

test.each(hidden)("%s is refused by its place, at any depth", (_feature, schema, rule) => {
  expect(() => one(schema)).toThrow(rule);
  expect(() => one(schema)).toThrow(/^x /);
  const nested = z.strictObject({ a: z.array(z.strictObject({ x: schema.optional() })).optional() });
  expect(() => json(nested)).toThrow(/^a\[\]\.x /);
  expect(() => json(nested)).toThrow(rule);
});

test("what refers to itself is refused, not followed", () => {
  interface Tree {
    readonly name: string;
    readonly kids: readonly Tree[];
  }
  const tree: z.ZodType<Tree> = z.strictObject({
    name: z.string(),
    get kids() {
      return z.array(tree);
    },
  });
  expect(() => one(tree)).toThrow("x.kids[] refers to itself");
});

test.each<[rule: string, source: JsonObject, text: string]>([
  ["no object", { type: "string" }, "must be an object schema at its root"],
  ["a default of the whole", { type: "object", default: {} }, "must have no default at its root"],
  [
    "an open root",
    { type: "object", additionalProperties: true },
    "must be strict (additionalProperties: false)",
  ],
  ["a map", raw({ type: "object", additionalProperties: { type: "string" } }), "x must be strict"],
  ["properties as a list", { type: "object", properties: [] }, "must have properties as an object"],
  ["required as a text", { ...raw({ type: "string" }), required: "x" }, "must have required as a list"],
  ["a required name that is none", { type: "object", required: ["a"] }, 'requires "a", which is no property'],
  [
    "a name in capitals",
    { type: "object", properties: { Path: { type: "string" } } },
    "Path is not an allowed parameter name",
  ],
  [
    "a name __proto__",
    JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as JsonObject,
    "__proto__ is not an allowed",
  ],
  ["a list of types", raw({ type: ["string", "null"] }), "x has a list of types; use one type"],
  ["no type", raw({}), "x has no type"],
  ["a type that is none", raw({ type: "null" }), "x has the type null, which is not allowed"],
  ["anyOf", raw({ anyOf: [] }), "x uses anyOf, which some providers refuse"],
  ["allOf beside a type", raw({ type: "string", allOf: [] }), "x uses allOf, which is not allowed here"],
  ["$ref", raw({ $ref: "#/$defs/a" }), "x uses $ref"],
  ["$defs", { type: "object", $defs: {} }, "uses $defs"],
  ["format", raw({ type: "string", format: "date" }), "x uses format"],
  [
    "a limit of another type",
    raw({ type: "string", minimum: 1 }),
    "x uses minimum, which is not allowed here",
  ],
  ["items as nothing", raw({ type: "array" }), "x is an array without items"],
  ["items as a list", raw({ type: "array", items: [{ type: "string" }] }), "x[] must be a schema"],
  ["a tuple", raw({ type: "array", items: { type: "string" }, prefixItems: [] }), "x uses prefixItems"],
  ["an empty enum", raw({ type: "string", enum: [] }), "x has an enum that is not a list of strings"],
  [
    "an enum of numbers",
    raw({ type: "string", enum: ["a", 1] }),
    "x has an enum that is not a list of strings",
  ],
  ["an enum with a value twice", raw({ type: "string", enum: ["a", "a"] }), "x has an enum value twice"],
  [
    "an enum of 61",
    raw({ type: "string", enum: Array.from({ length: 61 }, (_, index) => `v${index}`) }),
    "x has more than 60 enum values",
  ],
  ["a minimum as text", raw({ type: "integer", minimum: "1" }), "x has minimum as no number"],
  ["a length below 0", raw({ type: "string", minLength: -1 }), "x has minLength as no count"],
  [
    "limits the wrong way round",
    raw({ type: "integer", minimum: 5, maximum: 1 }),
    "x has minimum above maximum",
  ],
  [
    "a description that is no text",
    raw({ type: "string", description: 5 }),
    "x has a description that is no text",
  ],
  [
    "a default of another type",
    raw({ type: "string", default: 5 }),
    "x has a default that does not fit: default must be a string",
  ],
  ["a default of null", raw({ type: "string", default: null }), "x has a default that does not fit"],
  [
    "a bound of a text",
    raw({ type: "string", "x-wield-bound": { min: 1, outside: "clamp" } }),
    "x is bounded, but no number",
  ],
  [
    "31 parameters",
    {
      type: "object",
      properties: Object.fromEntries(
        Array.from({ length: 31 }, (_, index) => [`p${index}`, { type: "string" }]),
      ),
    },
    "has more than 30 parameters in all",
  ],
  [
    "8 KB and more",
    raw({ type: "string", description: "d".repeat(8200) }),
    "characters of JSON; at most 8192 are allowed",
  ],
])("raw JSON Schema with %s is refused", (_rule, source, text) => {
  expect(() => json(source)).toThrow(text);
});

test("five levels are the most", () => {
  const nest = (levels: number): JsonObject =>
    levels === 0 ? { type: "string" } : { type: "array", items: nest(levels - 1) };
  expect(json(raw(nest(4))).properties["x"]).toBeDefined();
  expect(() => json(raw(nest(5)))).toThrow("x[][][][] is nested deeper than 5 levels");
});

test.each<
  [rule: string, schema: z.ZodType<number | undefined, number | undefined>, bound: object, text: string]
>([
  ["no way to answer", z.int(), { min: 1 }, 'is bounded with neither "default" nor "clamp"'],
  ["no limit", z.int(), { outside: "clamp" }, "is bounded without min and max"],
  [
    "limits the wrong way round",
    z.int(),
    { min: 5, max: 1, outside: "clamp" },
    "has a bound with min above max",
  ],
  [
    "half a limit for whole numbers",
    z.int(),
    { min: 0.5, outside: "clamp" },
    "has a bound that is no whole number",
  ],
  ["an endless limit", z.number(), { max: Infinity, outside: "clamp" }, "has a bound that is no number"],
  [
    "a wrong name",
    z.int(),
    { minimum: 5, outside: "clamp" },
    "has a bound with other fields than min, max, outside",
  ],
  [
    "a bound that refuses beside it",
    z.int().min(1),
    { min: 1, outside: "clamp" },
    "is bounded and has a minimum or maximum",
  ],
  [
    "a default above",
    z.int().default(10),
    { max: 9, outside: "clamp" },
    "has a default outside its own bound",
  ],
  [
    "a default outside",
    z.int().default(0),
    { min: 1, outside: "clamp" },
    "has a default outside its own bound",
  ],
  [
    "no default to fall back to",
    z.int(),
    { min: 1, outside: "default" },
    'is bounded with "default", but is required and has none',
  ],
])("a lenient bound with %s is refused", (_rule, schema, bound, text) => {
  expect(() => one(bounded(schema, bound as { outside: "clamp" }))).toThrow(text);
});

test("a default exactly at its bound is inside it", () => {
  for (const fallback of [1, 9])
    expect(one(bounded(z.int().default(fallback), { min: 1, max: 9, outside: "default" }))?.default).toBe(
      fallback,
    );
});

test("a list's number cannot fall back to a default it does not have", () => {
  const item = bounded(z.int(), { min: 1, outside: "default" });
  expect(() => one(z.array(item))).toThrow('x[] is bounded with "default", but has none');
});

test("a bound stays with its number, wherever the description, default or optional mark is put", () => {
  const bound = { min: 1, outside: "clamp" } as const;
  const orders = [
    bounded(z.int(), bound).describe("d").optional(),
    bounded(z.int().optional(), bound).describe("d"),
    bounded(z.int().describe("d"), bound).optional(),
    bounded(z.int().describe("d").optional(), bound),
  ];
  for (const x of orders) {
    const { json: published, bounds } = schemaFromSource(z.strictObject({ x }), "input");
    expect(published.properties["x"]).toEqual({ type: "integer", description: "d" });
    expect(bounds.get("x")).toEqual(bound);
  }
});

test("inside an output an object may be open; its root and every input may not", () => {
  const open = z.strictObject({ schema: z.looseObject({}) });
  expect(schemaFromSource(open, "output").json.properties["schema"]).toMatchObject({
    additionalProperties: true,
  });
  expect(() => schemaFromSource(open, "input")).toThrow("schema must be strict");
  expect(() => schemaFromSource(z.looseObject({}), "output")).toThrow("must be strict");
  expect(() => schemaFromSource({ type: "object", additionalProperties: true }, "output")).toThrow(
    "must be strict",
  );
  expect(() => schemaFromSource(z.strictObject({ a: z.string().refine(() => true) }), "output")).toThrow(
    "a uses a refinement",
  );
});
