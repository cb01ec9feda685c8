import { isRawSchema, propertiesOf, type RawSchema } from "./raw-schema.ts";

const UNIONS = ["anyOf", "oneOf", "allOf"] as const;

/**
 * A root that is one object, as every provider wants it. The alternatives of a union are laid together: a property is
 * required when each of them requires it (with `allOf`: when any does). The pipeline still checks each call against
 * the tool's own schema.
 */
export function flattenRoot(root: RawSchema): RawSchema {
  let flat: RawSchema = root;
  for (const union of UNIONS) {
    const branches = root[union];
    if (!Array.isArray(branches)) continue;
    const { [union]: _, ...rest } = flat;
    flat = merge(rest, branches.filter(isRawSchema).map(flattenRoot), union === "allOf");
  }
  const { not: _not, if: _if, then: _then, else: _else, enum: _enum, const: _const, ...kept } = flat;
  return {
    ...kept,
    type: "object",
    properties: propertiesOf(flat),
    required: requiredOf(flat).filter((name) => Object.hasOwn(propertiesOf(flat), name)),
  };
}

function merge(base: RawSchema, branches: readonly RawSchema[], isAll: boolean): RawSchema {
  const properties: Record<string, RawSchema> = { ...propertiesOf(base) };
  for (const branch of branches) {
    for (const [name, schema] of Object.entries(propertiesOf(branch))) {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      properties[name] = known === undefined ? schema : eitherOf(known, schema);
    }
  }
  const lists = branches.map(requiredOf);
  const common = isAll
    ? lists.flat()
    : (lists[0] ?? []).filter((name) => lists.every((names) => names.includes(name)));
  const { additionalProperties: closed, ...rest } = base;
  // A closed root beside open alternatives would refuse what they take.
  const isClosed = closed === false && branches.every((branch) => branch["additionalProperties"] === false);
  return {
    ...rest,
    ...(isClosed ? { additionalProperties: false } : {}),
    properties,
    required: [...new Set([...requiredOf(base), ...common])],
  };
}

/** One schema for two: the same one, two lists of values laid together, or a union. */
function eitherOf(one: RawSchema, other: RawSchema): RawSchema {
  if (JSON.stringify(one) === JSON.stringify(other)) return one;
  const values = [valuesOf(one), valuesOf(other)];
  if (values[0] !== undefined && values[1] !== undefined && one["type"] === other["type"]) {
    const { const: _, enum: __, ...rest } = one;
    return { ...rest, enum: [...new Set([...values[0], ...values[1]])] };
  }
  const alternatives = [one, other].flatMap((schema) => {
    const inner = schema["anyOf"];
    return Array.isArray(inner) && Object.keys(schema).length === 1 ? inner.filter(isRawSchema) : [schema];
  });
  return { anyOf: alternatives };
}

function valuesOf(schema: RawSchema): readonly unknown[] | undefined {
  if (Array.isArray(schema["enum"])) return schema["enum"] as readonly unknown[];
  return Object.hasOwn(schema, "const") ? [schema["const"]] : undefined;
}

function requiredOf(schema: RawSchema): readonly string[] {
  const required = schema["required"];
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}
