// Prevents: a tool of another program that makes a provider refuse the whole request; a schema of our own that is
// changed on its way.
import { expect, test } from "vitest";
import * as fc from "fast-check";
import type { JsonObject } from "@wield/core";
import { providerMisses } from "@wield/testkit";
import { card } from "../testing/model-fixture.ts";
import { anthropicSchema } from "./anthropic-schema.ts";
import { googleSchema } from "./google-schema.ts";
import { openAiSchema } from "./openai-schema.ts";

test("our own schemas reach Anthropic and OpenAI unchanged, and Google without what it does not take", () => {
  const own = { ...card("grep").schema };
  expect(anthropicSchema(own)).toEqual(own);
  expect(openAiSchema(own)).toEqual(own);
  expect(googleSchema(own)).toEqual({
    type: "object",
    properties: {
      pattern: { type: "string", description: "What to find." },
      limit: { type: "integer", description: "How many." },
    },
    required: ["pattern"],
  });
});

const FOREIGN: readonly (readonly [string, JsonObject])[] = [
  ["no type", { properties: { a: { type: "string" } } }],
  ["nothing", {}],
  [
    "a union at the root",
    {
      anyOf: [
        {
          type: "object",
          properties: { a: { type: "string" }, kind: { const: "x" } },
          required: ["a", "kind"],
        },
        { type: "object", properties: { b: { type: "number" }, kind: { const: "y" } }, required: ["kind"] },
      ],
    },
  ],
  [
    "allOf at the root",
    { allOf: [{ properties: { a: { type: "string" } }, required: ["a"] }, { properties: { b: {} } }] },
  ],
  [
    "references",
    {
      type: "object",
      properties: {
        node: { $ref: "#/$defs/node" },
        list: { type: "array", items: { $ref: "#/definitions/x~1y" } },
      },
      $defs: {
        node: { type: "object", properties: { next: { $ref: "#/$defs/node" }, name: { type: "string" } } },
      },
      definitions: { "x/y": { type: "integer" } },
    },
  ],
  [
    "a reference to nowhere",
    { type: "object", properties: { a: { $ref: "https://example.com/x" }, b: { $ref: "#/$defs/no" } } },
  ],
  ["a reference to itself", { $ref: "#" }],
  [
    "const, null and lists of types",
    {
      type: "object",
      properties: {
        a: { const: 5 },
        b: { type: ["string", "null"], description: "Maybe." },
        c: { anyOf: [{ type: "integer" }, { type: "null" }] },
        d: { enum: [1, 2, null] },
        e: { oneOf: [{ type: "string" }, { type: "array", items: {} }] },
      },
    },
  ],
  [
    "arrays without items, tuples",
    {
      type: "object",
      properties: {
        a: { type: "array" },
        b: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] },
      },
    },
  ],
  [
    "open and empty objects",
    {
      type: "object",
      properties: { a: { type: "object" }, b: { type: "object", additionalProperties: { type: "string" } } },
      additionalProperties: true,
    },
  ],
  [
    "keywords of all kinds",
    {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: {
        a: { type: "string", format: "uri", pattern: "^x", default: "x", title: "A", examples: ["x"] },
        b: { type: "integer", exclusiveMinimum: 0, multipleOf: 5 },
      },
      patternProperties: { "^x": {} },
      if: { properties: {} },
      not: { required: ["z"] },
      required: ["a", "missing"],
    },
  ],
  [
    "a property named like a keyword",
    {
      type: "object",
      properties: {
        $ref: { type: "string" },
        properties: { type: "string" },
        enum: { type: "array" },
        $defs: { type: "string" },
      },
    },
  ],
];

test.each(FOREIGN)("%s", (_what, schema) => {
  check(schema);
});

test("generated schemas too", () => {
  const leaf = fc.oneof(
    fc.constantFrom(
      { type: "string" },
      { type: "array" },
      { type: "object" },
      { const: 1 },
      { enum: ["a", 1] },
      {},
    ),
    fc.constantFrom({ $ref: "#" }, { $ref: "#/properties/a" }, { type: ["null", "integer"] }),
  );
  const { node } = fc.letrec<{ node: JsonObject }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.record({ anyOf: fc.array(tie("node"), { minLength: 1, maxLength: 3 }) }),
      fc.record({ allOf: fc.array(tie("node"), { maxLength: 2 }) }),
      fc.record({ type: fc.constant("array"), items: tie("node") }),
      fc.record({
        type: fc.constant("object"),
        properties: fc.dictionary(fc.constantFrom("a", "b", "_c"), tie("node"), { maxKeys: 3 }),
        required: fc.array(fc.constantFrom("a", "b"), { maxLength: 2 }),
      }),
    ),
  }));
  fc.assert(fc.property(node, check), { numRuns: 300 });
});

/** None of the three refuses what its adapter makes of it. */
function check(schema: JsonObject): void {
  const before = JSON.stringify(schema);
  const missesOf = (provider: string, shaped: JsonObject) =>
    providerMisses("tool", shaped).filter(
      (miss) =>
        miss.provider === provider &&
        // Strict mode is off, and Google takes unions below the root.
        miss.keyword !== "additionalProperties" &&
        !(miss.keyword === "anyOf" && miss.path !== "(root)"),
    );
  expect(missesOf("Anthropic", anthropicSchema(schema))).toEqual([]);
  expect(missesOf("OpenAI", openAiSchema(schema))).toEqual([]);
  expect(missesOf("Google", googleSchema(schema))).toEqual([]);
  for (const shaped of [anthropicSchema(schema), openAiSchema(schema), googleSchema(schema)]) {
    const text = JSON.stringify(shaped);
    expect(text).not.toMatch(/"\$ref":"/);
    expect(text.length).toBeLessThan(200_000);
  }
  expect(JSON.stringify(schema)).toBe(before);
}

test("alternatives at the root are laid together: common ones stay required", () => {
  expect(anthropicSchema(FOREIGN[2]?.[1] ?? {})).toEqual({
    type: "object",
    properties: { a: { type: "string" }, kind: { enum: ["x", "y"] }, b: { type: "number" } },
    required: ["kind"],
  });
});
