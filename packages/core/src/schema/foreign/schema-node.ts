import type { Json, JsonObject } from "../../contract/json.ts";

/** Whether this is a schema with keywords. Looks no deeper: what is in it came as JSON. */
export function isSchemaNode(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The schemas in a list of them, such as the branches of `anyOf`; none for anything else. */
export function schemaList(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter(isSchemaNode) : [];
}

/** The schemas of an object's properties; none for anything else. */
export function propertySchemas(schema: JsonObject): Readonly<Record<string, JsonObject>> {
  const properties = schema["properties"];
  if (!isSchemaNode(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, isSchemaNode(property) ? property : {}]),
  );
}

/** The names that must be there. */
export function requiredNames(schema: JsonObject): readonly string[] {
  const required = schema["required"];
  return Array.isArray(required)
    ? (required as readonly Json[]).filter((name): name is string => typeof name === "string")
    : [];
}
