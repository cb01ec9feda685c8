import type { JsonObject } from "@wield/core";
import { isWellFormedThrough, objectIn, textIn } from "./wire-json.ts";

/** What OpenAI refuses in the definition of a function, in its own words. */
export function functionFault(given: JsonObject, place: string): string | undefined {
  const name = textIn(given["name"]) ?? "";
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name))
    return `Invalid '${place}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`;
  if (!isWellFormedThrough(given)) return "We could not parse the JSON body of your request.";
  const schema = objectIn(given["parameters"]) ?? {};
  const refused = ["oneOf", "anyOf", "allOf", "enum", "not"].some((word) => Object.hasOwn(schema, word));
  if (schema["type"] !== "object" || refused)
    return `Invalid schema for function '${name}': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.`;
  return schemaFault(schema, name, given["strict"] === true);
}

function schemaFault(node: JsonObject, name: string, isStrict: boolean): string | undefined {
  if (node["type"] === "array" && objectIn(node["items"]) === undefined)
    return `Invalid schema for function '${name}': In context=(), array schema missing items.`;
  const properties = objectIn(node["properties"]) ?? {};
  if (isStrict && node["type"] === "object") {
    const required = Array.isArray(node["required"]) ? node["required"] : [];
    if (
      node["additionalProperties"] !== false ||
      Object.keys(properties).some((key) => !required.includes(key))
    )
      return `Invalid schema for function '${name}': In context=(), 'required' is required to be supplied and to be an array including every key in properties.`;
  }
  const inner = [...Object.values(properties), node["items"] ?? null];
  for (const schema of inner) {
    const object = objectIn(schema);
    const fault = object === undefined ? undefined : schemaFault(object, name, isStrict);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
