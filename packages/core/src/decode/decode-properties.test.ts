// Prevents: an input nobody thought of that throws, hangs or reaches a tool in a shape its schema does not allow.
import * as fc from "fast-check";
import { arbitraryInput } from "@wield/testkit";
import { expect, test } from "vitest";
import * as z from "zod";
import { bounded } from "../contract/bounded.ts";
import { canonicalJson, type Json } from "../contract/json.ts";
import { mismatch } from "../schema/match-schema.ts";
import { toolWith } from "../testing/tool-fixture.ts";
import { decodeInput } from "./decode-input.ts";

const input = z.strictObject({
  path: z.string(),
  action: z.enum(["save", "delete", "list"]),
  note: z.string().min(1).max(40).optional(),
  limit: bounded(z.int().default(10), { min: 1, max: 200, outside: "default" }),
  share: bounded(z.number().optional(), { min: 0, max: 1, outside: "clamp" }),
  flag: z.boolean().default(false),
  tags: z.array(z.string()).max(5).optional(),
  rows: z.array(z.array(z.int())).optional(),
  edits: z
    .array(
      z.strictObject({ value: z.string(), all: z.boolean().default(true), at: z.int().min(0).optional() }),
    )
    .optional(),
});

const aliases = { file: "path", "edits[].val": "value", "action.store": "save" };

const tools = [
  toolWith({ input, aliases }),
  toolWith({ input, aliases, mutates: true }),
  toolWith({ input: z.strictObject({}) }),
];

const given = fc.constantFrom(...tools).chain((tool) =>
  fc
    .constantFrom("valid", "near_valid", "hostile")
    .chain((kind) => arbitraryInput(tool, kind as "valid"))
    .map((value) => ({ tool, value })),
);

test("no input makes decoding throw, and what it lets through fits the schema", () => {
  fc.assert(
    fc.property(given, ({ tool, value }) => {
      const result = decodeInput(tool, { input: value });
      if (!result.ok) {
        expect(result.message).toMatch(/^invalid arguments: .+\.$/su);
        expect(result.message.length).toBeLessThanOrEqual(2000);
        expect(result.hint).not.toBe("");
        return;
      }
      expect(mismatch(result.input, tool.input.json)).toBeUndefined();
      expectFrozen(result.input);
      expect(JSON.stringify(result.input).isWellFormed()).toBe(true);
    }),
    { numRuns: 4000 },
  );
});

test("decoding what was decoded gives the same, without a word", () => {
  fc.assert(
    fc.property(given, ({ tool, value }) => {
      const once = decodeInput(tool, { input: value });
      if (!once.ok) return;
      const again = decodeInput(tool, { input: once.input });
      expect(again).toMatchObject({ ok: true, notes: [] });
      expect(again.ok && canonicalJson(again.input)).toBe(canonicalJson(once.input));
      const asText = decodeInput(tool, { input: JSON.stringify(once.input) });
      expect(asText.ok && canonicalJson(asText.input)).toBe(canonicalJson(once.input));
    }),
    { numRuns: 2000 },
  );
});

test("a text and the value it stands for are decoded alike", () => {
  const objects = fc.dictionary(
    fc.oneof(fc.string(), fc.constantFrom("path", "limit", "edits")),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(objects, (value) => {
      const [tool] = tools;
      if (tool === undefined) throw new Error("there is no tool");
      const asValue = decodeInput(tool, { input: value as Json });
      const asText = decodeInput(tool, { input: JSON.stringify(value) });
      expect(asText).toEqual(asValue);
    }),
    { numRuns: 1000 },
  );
});

function expectFrozen(value: Json): void {
  if (typeof value !== "object" || value === null) return;
  expect(Object.isFrozen(value)).toBe(true);
  for (const member of Object.values(value)) expectFrozen(member as Json);
}
