import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import type { ObjectSchema, ParameterSchema, ToolSchema } from "./tool-schema.ts";

const MAX_DEPTH = 5;

/**
 * What can be said of a foreign schema in our own terms: for tables, completion and conversions. It refuses nothing;
 * what it cannot say stands as text that may hold JSON.
 */
export function outlineSchema(schema: JsonObject): ToolSchema {
  return Object.freeze({ json: outlineObject(schema, 1), bounds: new Map() });
}

function outlineObject(schema: JsonObject, depth: number): ObjectSchema {
  const properties: Record<string, ParameterSchema> = {};
  const given = isJsonObject(schema["properties"]) && depth <= MAX_DEPTH ? schema["properties"] : {};
  for (const [name, property] of Object.entries(given)) {
    Object.defineProperty(properties, name, {
      value: outlineParameter(isJsonObject(property) ? property : {}, depth + 1),
      enumerable: true,
    });
  }
  const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly Json[]) : [];
  return Object.freeze({
    type: "object",
    ...descriptionOf(schema),
    properties: Object.freeze(properties),
    required: Object.freeze(
      required.filter((name): name is string => typeof name === "string" && Object.hasOwn(properties, name)),
    ),
    additionalProperties: schema["additionalProperties"] !== false,
  });
}

function outlineParameter(schema: JsonObject, depth: number): ParameterSchema {
  const described = descriptionOf(schema);
  switch (onlyType(schema)) {
    case "integer":
      return Object.freeze({ type: "integer", ...described });
    case "number":
      return Object.freeze({ type: "number", ...described });
    case "boolean":
      return Object.freeze({ type: "boolean", ...described });
    case "array": {
      const items = isJsonObject(schema["items"]) ? schema["items"] : {};
      return Object.freeze({ type: "array", ...described, items: outlineParameter(items, depth + 1) });
    }
    case "object":
      return Object.freeze({ ...outlineObject(schema, depth), ...described });
    default:
      return Object.freeze({ type: "string", ...described, ...enumOf(schema["enum"]) });
  }
}

/** The type of a parameter, when it has one besides null. */
export function onlyType(schema: JsonObject): string | undefined {
  const { type } = schema;
  if (typeof type === "string") return type;
  if (!Array.isArray(type)) return undefined;
  const others = (type as readonly Json[]).filter((name) => name !== "null");
  return others.length === 1 && typeof others[0] === "string" ? others[0] : undefined;
}

function descriptionOf(schema: JsonObject): { readonly description?: string } {
  const { description } = schema;
  return typeof description === "string" ? { description } : {};
}

function enumOf(values: Json | undefined): { readonly enum?: readonly string[] } {
  if (!Array.isArray(values) || values.length === 0) return {};
  const texts = (values as readonly Json[]).filter((item) => typeof item === "string");
  return texts.length === values.length ? { enum: Object.freeze(texts) } : {};
}
