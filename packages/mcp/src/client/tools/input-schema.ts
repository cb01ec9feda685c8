import {
  flattenRoot,
  inlineReferences,
  isJsonObject,
  type Json,
  type JsonObject,
  propertySchemas,
  requiredNames,
  schemaList,
} from "@wield/core";

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
  const whole = inlineReferences(isJsonObject(given) ? given : {});
  const { type } = whole;
  if (type !== undefined && type !== "object" && !(Array.isArray(type) && type.includes("object")))
    return { ok: false, reason: `its input schema is of type ${JSON.stringify(type)}, not an object` };
  const union = UNIONS.find((name) => Array.isArray(whole[name]));
  if (union === undefined) return { ok: true, schema: { json: asObject(whole) } };
  return { ok: true, schema: { json: flattenRoot(whole), ...ruleOf(whole) } };
}

function asObject(schema: JsonObject): JsonObject {
  const properties = propertySchemas(schema);
  const required = requiredNames(schema).filter((name) => Object.hasOwn(properties, name));
  return { ...schema, type: "object", properties, required };
}

/** `Give either {a, b} or {c}.` for alternatives that require different things. */
function ruleOf(schema: JsonObject): { readonly rule?: string } {
  const branches = [...schemaList(schema["anyOf"]), ...schemaList(schema["oneOf"])];
  const sets = branches.map((branch) => requiredNames(branch).join(", ")).filter((set) => set !== "");
  if (sets.length < 2 || new Set(sets).size < 2) return {};
  return { rule: `Give one of these sets of parameters: ${sets.map((set) => `{${set}}`).join(" or ")}.` };
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
