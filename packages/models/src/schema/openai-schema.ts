import { isSchemaNode, type Json, type JsonObject, schemaList } from "@wield/core";
import { anthropicSchema } from "./anthropic-schema.ts";

/** Keywords whose value is data, not a schema. */
const DATA = new Set(["enum", "const", "default", "required", "examples"]);

/** As Anthropic's, and arrays always say what they hold: without it the request is refused. */
export function openAiSchema(schema: JsonObject): JsonObject {
  return withItems(anthropicSchema(schema));
}

function withItems(node: JsonObject): JsonObject {
  const copy = Object.fromEntries(
    Object.entries(node).map(([keyword, value]) => [keyword, shapeKeyword(keyword, value)]),
  );
  const { type } = node;
  const isArray = type === "array" || (Array.isArray(type) && type.includes("array"));
  if (!isArray || isSchemaNode(node["items"])) return copy;
  const { prefixItems: _, ...rest } = copy;
  const tuple = schemaList(node["prefixItems"] ?? node["items"]);
  return { ...rest, items: tuple.length > 0 ? { anyOf: tuple.map(withItems) } : {} };
}

function shapeKeyword(keyword: string, value: Json): Json {
  if (DATA.has(keyword)) return value;
  const shape = (part: Json): Json => (isSchemaNode(part) ? withItems(part) : part);
  if (Array.isArray(value)) return (value as readonly Json[]).map(shape);
  if (!isSchemaNode(value) || keyword !== "properties") return shape(value);
  return Object.fromEntries(Object.entries(value).map(([name, property]) => [name, shape(property)]));
}
