// Prevents: a schema of somebody else's that no provider takes, that grows without end, or that says less than it did.
import { expect, test } from "vitest";
import type { JsonObject } from "../../contract/json.ts";
import { flattenRoot } from "./flatten-root.ts";
import { inlineReferences } from "./inline-references.ts";

test("a reference becomes what it points to; what stands beside it goes first", () => {
  const schema = {
    type: "object",
    properties: {
      a: { $ref: "#/$defs/one", description: "The first." },
      b: { $ref: "#/definitions/x~1y" },
      $ref: { type: "string" },
    },
    $defs: { one: { type: "string", description: "Any." } },
    definitions: { "x/y": { type: "integer" } },
  };
  expect(inlineReferences(schema)).toEqual({
    type: "object",
    properties: {
      a: { type: "string", description: "The first." },
      b: { type: "integer" },
      $ref: { type: "string" },
    },
  });
});

test("a reference that leads back is an open object, and one that leads nowhere takes anything", () => {
  const node = { type: "object", properties: { next: { $ref: "#/$defs/node", description: "The rest." } } };
  expect(inlineReferences({ $ref: "#/$defs/node", $defs: { node } })).toEqual({
    type: "object",
    properties: { next: { type: "object", description: "The rest." } },
  });
  const lost = { $ref: "#/$defs/none", description: "Lost." };
  expect(inlineReferences({ properties: { a: { $ref: "https://example.com/x" }, b: lost } })).toEqual({
    properties: { a: {}, b: { description: "Lost." } },
  });
});

test("references that stand for millions of schemas become a bounded one", () => {
  const $defs: Record<string, JsonObject> = { d0: { type: "string" } };
  for (let level = 1; level < 20; level += 1) {
    const $ref = `#/$defs/d${level - 1}`;
    $defs[`d${level}`] = { type: "object", properties: { a: { $ref }, b: { $ref }, c: { $ref } } };
  }
  const inlined = inlineReferences({ $ref: "#/$defs/d19", $defs });
  expect(JSON.stringify(inlined).length).toBeLessThan(500_000);
});

test("what is data in a schema stays as it is", () => {
  const data = { enum: [{ $ref: "#/x" }], default: { $defs: 1 }, const: { $ref: "y" } };
  expect(inlineReferences({ properties: { a: data } })).toEqual({ properties: { a: data } });
});

test("alternatives at the root are laid together; what all of them require is required", () => {
  const one = { properties: { kind: { const: "one" }, a: { type: "string" } }, required: ["kind", "a"] };
  const two = { properties: { kind: { const: "two" }, b: { type: "number" } }, required: ["kind"] };
  expect(flattenRoot({ oneOf: [one, two] })).toEqual({
    type: "object",
    properties: { kind: { enum: ["one", "two"] }, a: { type: "string" }, b: { type: "number" } },
    required: ["kind"],
  });
  expect(flattenRoot({ allOf: [one, { anyOf: [two] }] })["required"]).toEqual(["kind", "a"]);
  expect(flattenRoot({ type: "object", additionalProperties: false, anyOf: [one, two] })).not.toHaveProperty(
    "additionalProperties",
  );
});

test("a property may have any name", () => {
  const branch = JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{}}}') as JsonObject;
  const { properties } = flattenRoot({ anyOf: [branch, branch] });
  expect(Object.keys(properties ?? {})).toEqual(["__proto__", "constructor"]);
});
