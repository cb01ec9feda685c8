// Prevents: a check that says "thousands of inputs" and generates the same harmless few.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Json, ToolSchema } from "@wield/core";
import { arbitraryInput, type GeneratedInput, type InputKind } from "./arbitrary-input.ts";
import { JSON_FORMS, writeJson } from "./broken-json.ts";
import { DAMAGES, damageValue } from "./damage.ts";

const schema: ToolSchema = {
  json: {
    type: "object",
    properties: {
      path: { type: "string", minLength: 1, maxLength: 100 },
      mode: { type: "string", enum: ["fast", "slow"] },
      limit: { type: "integer", default: 10 },
      edits: {
        type: "array",
        minItems: 1,
        maxItems: 3,
        items: {
          type: "object",
          properties: {
            old_string: { type: "string" },
            count: { type: "integer", minimum: 1, maximum: 5 },
          },
          required: ["old_string"],
          additionalProperties: false,
        },
      },
    },
    required: ["path", "edits"],
    additionalProperties: false,
  },
  bounds: new Map([["limit", { min: 1, max: 200, outside: "default" as const }]]),
};
const tool = { input: schema, aliases: { file_path: "path", "edits[].old_str": "old_string" } };

function sample(kind: InputKind, numRuns = 600): readonly GeneratedInput[] {
  return fc.sample(arbitraryInput(tool, kind), { seed: 7, numRuns });
}

test("valid inputs keep every rule of the schema, lenient bounds too", () => {
  for (const input of sample("valid") as readonly Record<string, Json>[]) {
    expect(typeof input["path"]).toBe("string");
    expect((input["path"] as string).length).toBeGreaterThanOrEqual(1);
    expect((input["path"] as string).length).toBeLessThanOrEqual(100);
    if ("mode" in input) expect(["fast", "slow"]).toContain(input["mode"]);
    if ("limit" in input) expect(input["limit"]).toSatisfy((limit: number) => limit >= 1 && limit <= 200);
    const edits = input["edits"] as readonly Record<string, Json>[];
    expect(edits.length).toBeGreaterThanOrEqual(1);
    expect(edits.length).toBeLessThanOrEqual(3);
    for (const edit of edits) {
      expect(typeof edit["old_string"]).toBe("string");
      if ("count" in edit) expect([1, 2, 3, 4, 5]).toContain(edit["count"]);
    }
  }
});

const whole = { path: "a.md", mode: "fast", limit: 5, edits: [{ old_string: "x", count: 2 }] };

test.each(DAMAGES)("the damage %s changes a valid value, at the root and below it", (damage) => {
  const spoilt = new Set<string>();
  for (let choice = 0; choice < 400; choice += 1) {
    spoilt.add(JSON.stringify(damageValue(whole, schema.json, { damage, choice, aliases: tool.aliases })));
  }
  spoilt.delete(JSON.stringify(whole));
  expect(spoilt.size).toBeGreaterThan(damage === "other_case" || damage === "alone" ? 0 : 3);
  const changesNested = [...spoilt].some(
    (text) => JSON.stringify((JSON.parse(text) as { edits: Json }).edits) !== JSON.stringify(whole.edits),
  );
  expect(changesNested).toBe(damage !== "other_case");
});

test("a declared alias is used at its own place", () => {
  const texts = [0, 1, 2, 3, 4, 5, 6].map((choice) =>
    JSON.stringify(damageValue(whole, schema.json, { damage: "alias", choice, aliases: tool.aliases })),
  );
  expect(texts.some((text) => text.includes('"file_path":"a.md"'))).toBe(true);
  expect(texts.some((text) => text.includes('"old_str":"x"'))).toBe(true);
});

test.each(JSON_FORMS)("the form %s differs from the clean text", (form) => {
  const text = JSON.stringify(whole);
  const written = writeJson(text, form, 11);
  if (form === "plain") expect(written).toBe(text);
  else expect(written).not.toBe(text);
});

test("near-valid inputs come as values and as text, broken and whole", () => {
  const inputs = sample("near_valid");
  const texts = inputs.filter((input) => typeof input === "string");
  expect(texts.length).toBeGreaterThan(100);
  expect(inputs.length - texts.length).toBeGreaterThan(100);
  const clean = texts.filter((text) => isParsable(text));
  expect(clean.length).toBeGreaterThan(20);
  expect(texts.length - clean.length).toBeGreaterThan(50);
  expect(new Set(inputs.map((input) => JSON.stringify(input))).size).toBeGreaterThan(400);
});

test("hostile inputs hold special names, half characters, NUL, escapes from the folder, long and deep values", () => {
  const texts = sample("hostile", 2000).map((input) =>
    typeof input === "string" ? input : JSON.stringify(input),
  );
  for (const part of ['"__proto__"', "\\u0000", "\\ud800", "../../..", "\\u001b", "[[[[[[[[[["]) {
    expect(
      texts.some((text) => text.includes(part)),
      part,
    ).toBe(true);
  }
  expect(texts.some((text) => text.length > 300_000)).toBe(true);
  expect(Object.prototype).not.toHaveProperty("path");
});

test("the same seed generates the same inputs", () => {
  expect(sample("hostile", 50)).toEqual(sample("hostile", 50));
});

function isParsable(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
