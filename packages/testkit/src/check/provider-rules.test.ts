// Prevents: a tool that one of the big providers refuses with an error for the whole request, on the person's machine.
import { expect, test } from "vitest";
import { providerMisses, type RawSchema } from "./provider-rules.ts";

const object = (properties: RawSchema, more: RawSchema = {}): RawSchema => ({
  type: "object",
  properties,
  required: [],
  additionalProperties: false,
  ...more,
});

function missesOf(name: string, schema: RawSchema): readonly string[] {
  return providerMisses(name, schema).map((miss) => `${miss.provider} ${miss.path} ${miss.keyword}`);
}

test("a published schema passes all three, defaults and the empty root included", () => {
  const good = object({
    path: { type: "string", description: "A file." },
    limit: { type: "integer", default: 10, minimum: 1 },
    edits: { type: "array", items: object({ old: { type: "string" } }) },
    mode: { type: "string", enum: ["a", "b"] },
  });
  expect(providerMisses("edit_file", good)).toEqual([]);
  expect(providerMisses("list_tools", object({}))).toEqual([]);
});

test("a name is refused for its length, its characters and its first character", () => {
  expect(missesOf("a".repeat(65), object({}))).toEqual([
    "Anthropic (name) name",
    "OpenAI (name) name",
    "Google (name) name",
  ]);
  expect(missesOf("read file", object({}))).toHaveLength(3);
  expect(missesOf("2fa", object({}))).toEqual(["Google (name) name"]);
});

test("a root that is no object, or a choice, is refused", () => {
  expect(missesOf("t", { type: "string" })).toEqual(["Anthropic (root) type", "OpenAI (root) type"]);
  const choice = object({}, { anyOf: [object({ a: { type: "string" } })] });
  expect(missesOf("t", choice)).toEqual(["Anthropic (root) anyOf", "Google (root) anyOf"]);
});

test("OpenAI's strict mode refuses an open object at any depth", () => {
  const open = object({
    list: { type: "array", items: { type: "object", properties: { a: { type: "string" } } } },
  });
  expect(missesOf("t", open)).toEqual(["OpenAI list[] additionalProperties"]);
});

test("Google refuses names, arrays, enums, empty objects and keywords it does not know, at any depth", () => {
  const odd = object({
    "1st": { type: "string" },
    list: { type: "array" },
    level: { type: "integer", enum: [1, 2] },
    inner: object({ nothing: object({}), when: { type: "string", format: "date" } }),
  });
  expect(missesOf("t", odd)).toEqual([
    "Google 1st name",
    "Google list items",
    "Google level enum",
    "Google inner.nothing properties",
    "Google inner.when format",
  ]);
});
