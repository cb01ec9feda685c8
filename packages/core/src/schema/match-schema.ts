import type { Json, JsonObject } from "../contract/json.ts";
import type { ObjectSchema, ParameterSchema } from "./tool-schema.ts";

/** What does not fit, as `path: what is expected`; nothing when the value matches. Nothing is converted. */
export function mismatch(
  value: Json | undefined,
  schema: ParameterSchema,
  path = "data",
): string | undefined {
  switch (schema.type) {
    case "string":
      if (typeof value !== "string") return `${path} must be a string`;
      if (schema.enum !== undefined && !schema.enum.includes(value))
        return `${path} must be one of ${schema.enum.join(", ")}`;
      return lengthMismatch(value.length, schema.minLength, schema.maxLength, path);
    case "integer":
    case "number":
      if (typeof value !== "number" || !Number.isFinite(value)) return `${path} must be a number`;
      if (schema.type === "integer" && !Number.isSafeInteger(value)) return `${path} must be a whole number`;
      if (schema.minimum !== undefined && value < schema.minimum)
        return `${path} must be at least ${schema.minimum}`;
      if (schema.maximum !== undefined && value > schema.maximum)
        return `${path} must be at most ${schema.maximum}`;
      return undefined;
    case "boolean":
      return typeof value === "boolean" ? undefined : `${path} must be true or false`;
    case "array":
      if (!Array.isArray(value)) return `${path} must be a list`;
      return (
        lengthMismatch(value.length, schema.minItems, schema.maxItems, path) ??
        first(value as readonly Json[], (item, index) => mismatch(item, schema.items, `${path}[${index}]`))
      );
    case "object":
      return objectMismatch(value, schema, path);
  }
}

/** The value with the defaults of members that are not there, at every depth. */
export function withDefaults(value: Json, schema: ParameterSchema): Json {
  if (schema.type === "array" && Array.isArray(value))
    return (value as readonly Json[]).map((item) => withDefaults(item, schema.items));
  if (schema.type !== "object" || typeof value !== "object" || value === null || Array.isArray(value))
    return value;
  const whole = new Map(Object.entries(value as JsonObject));
  for (const [name, parameter] of Object.entries(schema.properties)) {
    const member = whole.get(name) ?? parameter.default;
    if (member !== undefined) whole.set(name, withDefaults(member, parameter));
  }
  return Object.fromEntries(whole);
}

function objectMismatch(value: Json | undefined, schema: ObjectSchema, path: string): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return `${path} must be an object`;
  const members = value as Readonly<Record<string, Json | undefined>>;
  const missing = schema.required.find(
    (name) => !Object.hasOwn(members, name) || members[name] === undefined,
  );
  if (missing !== undefined) return `${path}.${missing} is missing`;
  return first(Object.keys(members), (name) => {
    const parameter = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (parameter === undefined)
      return schema.additionalProperties ? undefined : `${path}.${name} is not declared`;
    return members[name] === undefined ? undefined : mismatch(members[name], parameter, `${path}.${name}`);
  });
}

function lengthMismatch(length: number, min = 0, max = Infinity, path = ""): string | undefined {
  return length < min || length > max ? `${path} must have a length of ${min} to ${max}` : undefined;
}

function first<Item>(
  items: readonly Item[],
  find: (item: Item, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
