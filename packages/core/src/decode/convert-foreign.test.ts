// Prevents: a tool of another program that gets other arguments than its model sent, loses one that its own schema
// takes, or is refused by our narrower terms.
import { expect, test } from "vitest";
import { defineForeignTool } from "../contract/define-foreign-tool.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import { ok } from "../contract/result.ts";
import { decodeInput } from "./decode-input.ts";

function toolWith(schema: JsonObject, check: (input: JsonObject) => string | undefined = () => undefined) {
  return defineForeignTool({
    name: "mcp__there__look",
    description: "Looks.",
    schema: { json: schema, check },
    mutates: true,
    effects: [],
    codes: {},
    needs: [],
    run: async () => ok("seen"),
  });
}

function decoded(schema: JsonObject, input: Json) {
  const result = decodeInput(toolWith(schema), { input });
  if (!result.ok) throw new Error(result.message);
  return result;
}

const SCHEMA: JsonObject = {
  type: "object",
  properties: {
    count: { type: "integer" },
    isDeep: { type: ["boolean", "null"] },
    at: { type: "object", properties: { line: { type: "number" } } },
    tags: { type: "array", items: { type: "integer" } },
    when: { anyOf: [{ type: "string" }, { type: "integer" }] },
    "x-odd name": { type: "string" },
  },
  required: ["count"],
};

test("what can mean only one thing is converted, at every depth, and told", () => {
  const { input, notes } = decoded(SCHEMA, {
    count: "5",
    isDeep: "true",
    at: '{"line": "3"}',
    tags: ["1", 2],
  });
  expect(input).toEqual({ count: 5, isDeep: true, at: { line: "3" }, tags: [1, 2] });
  expect(notes).toHaveLength(4);
});

test("names, unknown arguments and values of any type pass as they came", () => {
  const came = { count: 1, when: "5", "x-odd name": "a", other: { deep: [null] }, isDeep: null };
  expect(decoded(SCHEMA, came).input).toEqual(came);
});

test("null for what may be left out and does not take null is left out, and told", () => {
  const { input, notes } = decoded(SCHEMA, { count: 1, at: null });
  expect(input).toEqual({ count: 1 });
  expect(notes).toEqual(["took at null as not given"]);
});

test("the tool's own check has the last word, on what was converted", () => {
  const tool = toolWith(SCHEMA, (input) => (input["count"] === 5 ? "count must not be 5" : undefined));
  const refused = decodeInput(tool, { input: { count: "5" } });
  expect(refused).toMatchObject({ ok: false, message: "invalid arguments: count must not be 5." });
  expect(decodeInput(tool, { input: { count: "6" } }).ok).toBe(true);
});

test("a name that looks like an object's own is a parameter like others", () => {
  const { input } = decoded(JSON.parse('{"properties": {"__proto__": {"type": "integer"}}}') as JsonObject, {
    constructor: "5",
  });
  expect(Object.entries(input)).toEqual([["constructor", "5"]]);
});

test("a foreign name is only taken in the letters that every provider takes", () => {
  expect(() =>
    defineForeignTool({
      description: "",
      schema: { json: {}, check: () => undefined },
      mutates: true,
      name: "look",
      effects: [],
      codes: {},
      needs: [],
      run: async () => ok(""),
    }),
  ).toThrow(/mcp__/);
});
