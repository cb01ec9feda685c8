import { isJsonObject, type Json, type JsonObject } from "@wield/core";
import { selfContained } from "./self-contained.ts";

const UNIONS = ["anyOf", "oneOf", "allOf"] as const;

/** Names that would come too deep for any reader: a schema nested further is not compiled. */
const MAX_NESTING = 100;

export interface InputSchema {
  /** For models: an object at its root, without references and without alternatives at the root. */
  readonly json: JsonObject;
  /** What the alternatives at the root demand, told in words. */
  readonly rule?: string;
}

export type ReadSchema =
  | { readonly ok: true; readonly schema: InputSchema }
  | { readonly ok: false; readonly reason: string };

/** The input schema of a server's tool as models are given it, or why the tool cannot be offered. */
export function readInputSchema(given: Json | undefined): ReadSchema {
  if (given !== undefined && given !== null && !isJsonObject(given))
    return { ok: false, reason: "its input schema is not an object" };
  if (depthOf(given ?? {}) > MAX_NESTING)
    return { ok: false, reason: `its input schema is nested deeper than ${MAX_NESTING} levels` };
  const whole = selfContained(isJsonObject(given) ? given : {});
  const { type } = whole;
  if (type !== undefined && type !== "object" && !(Array.isArray(type) && type.includes("object")))
    return { ok: false, reason: `its input schema is of type ${JSON.stringify(type)}, not an object` };
  const union = UNIONS.find((name) => Array.isArray(whole[name]));
  const json = asObject(union === undefined ? whole : flatten(whole));
  if (union === undefined) return { ok: true, schema: { json } };
  return { ok: true, schema: { json, ...ruleOf(whole) } };
}

function asObject(schema: JsonObject): JsonObject {
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  const required = namesOf(schema["required"]).filter((name) => Object.hasOwn(properties, name));
  return { ...schema, type: "object", properties, required };
}

/** One object of all alternatives: every property; required is what all of them require. */
function flatten(schema: JsonObject): JsonObject {
  const { anyOf: _any, oneOf: _one, allOf: _all, ...base } = schema;
  let properties: JsonObject = isJsonObject(base["properties"]) ? base["properties"] : {};
  const required = new Set(namesOf(base["required"]));
  for (const union of UNIONS) {
    const branches = branchesOf(schema, union).map((branch) =>
      UNIONS.some((name) => Array.isArray(branch[name])) ? flatten(branch) : branch,
    );
    for (const branch of branches) {
      const more = isJsonObject(branch["properties"]) ? branch["properties"] : {};
      properties = { ...more, ...properties };
    }
    const [first = [], ...others] = branches.map((branch) => namesOf(branch["required"]));
    const demanded =
      union === "allOf"
        ? [first, ...others].flat()
        : first.filter((name) => others.every((names) => names.includes(name)));
    for (const name of demanded) required.add(name);
  }
  const { additionalProperties: _closed, ...rest } = base;
  return { ...rest, properties, required: [...required] };
}

/** `Give either {a, b} or {c}.` for alternatives that require different things. */
function ruleOf(schema: JsonObject): { readonly rule?: string } {
  const branches = [...branchesOf(schema, "anyOf"), ...branchesOf(schema, "oneOf")];
  const sets = branches.map((branch) => namesOf(branch["required"]).join(", ")).filter((set) => set !== "");
  if (sets.length < 2 || new Set(sets).size < 2) return {};
  return { rule: `Give one of these sets of parameters: ${sets.map((set) => `{${set}}`).join(" or ")}.` };
}

function branchesOf(schema: JsonObject, union: (typeof UNIONS)[number]): readonly JsonObject[] {
  const branches = schema[union];
  return Array.isArray(branches) ? (branches as readonly Json[]).filter(isJsonObject) : [];
}

function namesOf(given: Json | undefined): readonly string[] {
  return Array.isArray(given)
    ? (given as readonly Json[]).filter((name): name is string => typeof name === "string")
    : [];
}

/** Without recursion: a message can be nested as deep as it is long. */
function depthOf(root: Json): number {
  let level: readonly Json[] = [root];
  let depth = 0;
  while (level.length > 0 && depth <= MAX_NESTING) {
    level = level.flatMap((node) =>
      typeof node === "object" && node !== null ? (Object.values(node) as readonly Json[]) : [],
    );
    depth += 1;
  }
  return depth;
}
