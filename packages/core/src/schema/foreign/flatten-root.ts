import type { Json, JsonObject } from "../../contract/json.ts";
import { propertySchemas, requiredNames, schemaList } from "./schema-node.ts";

const UNIONS = ["anyOf", "oneOf", "allOf"] as const;

/**
 * The root of somebody else's schema as one object, as every provider wants it. The alternatives of a union are laid
 * together: a property is required when each of them requires it (with `allOf`: when any does). The pipeline still
 * checks each call against the tool's own schema.
 */
export function flattenRoot(root: JsonObject): JsonObject {
  let flat: JsonObject = root;
  for (const union of UNIONS) {
    if (!Array.isArray(root[union])) continue;
    const { [union]: _, ...rest } = flat;
    flat = merge(rest, schemaList(root[union]).map(flattenRoot), union === "allOf");
  }
  const { not: _not, if: _if, then: _then, else: _else, enum: _enum, const: _const, ...kept } = flat;
  const properties = propertySchemas(flat);
  const required = requiredNames(flat).filter((name) => Object.hasOwn(properties, name));
  return { ...kept, type: "object", properties, required };
}

function merge(base: JsonObject, branches: readonly JsonObject[], isAll: boolean): JsonObject {
  const properties = new Map(Object.entries(propertySchemas(base)));
  for (const branch of branches) {
    for (const [name, schema] of Object.entries(propertySchemas(branch))) {
      const known = properties.get(name);
      properties.set(name, known === undefined ? schema : eitherOf(known, schema));
    }
  }
  const lists = branches.map(requiredNames);
  const common = isAll
    ? lists.flat()
    : (lists[0] ?? []).filter((name) => lists.every((names) => names.includes(name)));
  const { additionalProperties: closed, ...rest } = base;
  // A closed root beside open alternatives would refuse what they take.
  const isClosed = closed === false && branches.every((branch) => branch["additionalProperties"] === false);
  return {
    ...rest,
    ...(isClosed ? { additionalProperties: false } : {}),
    properties: Object.fromEntries(properties),
    required: [...new Set([...requiredNames(base), ...common])],
  };
}

/** One schema for two: the same one, two lists of values laid together, or a union. */
function eitherOf(one: JsonObject, other: JsonObject): JsonObject {
  if (JSON.stringify(one) === JSON.stringify(other)) return one;
  const values = [valuesOf(one), valuesOf(other)];
  if (values[0] !== undefined && values[1] !== undefined && one["type"] === other["type"]) {
    const { const: _, enum: __, ...rest } = one;
    return { ...rest, enum: [...new Set([...values[0], ...values[1]])] };
  }
  const alternatives = [one, other].flatMap((schema) => {
    const isUnion = Array.isArray(schema["anyOf"]) && Object.keys(schema).length === 1;
    return isUnion ? schemaList(schema["anyOf"]) : [schema];
  });
  return { anyOf: alternatives };
}

function valuesOf(schema: JsonObject): readonly Json[] | undefined {
  if (Array.isArray(schema["enum"])) return schema["enum"] as readonly Json[];
  return schema["const"] === undefined ? undefined : [schema["const"]];
}
