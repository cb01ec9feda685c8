import { jsonFault, type Json, type JsonObject } from "../contract/json.ts";
import type { ArraySchema, ObjectSchema, ParameterSchema } from "../schema/tool-schema.ts";
import { convertBoolean, convertNumber, convertString } from "./convert-scalar.ts";
import { nameMembers } from "./name-members.ts";
import { member, refuse, type Place } from "./place.ts";
import { showPath } from "./problem.ts";

/** Converts one value that can mean only one thing; `undefined` when it could not be (a problem was gathered). */
function convertValue(came: Json, schema: ParameterSchema, place: Place): Json | undefined {
  switch (schema.type) {
    case "string":
      return convertString(came, schema, place);
    case "integer":
    case "number":
      return convertNumber(came, schema, place);
    case "boolean":
      return convertBoolean(came, place);
    case "array":
      return convertArray(came, schema, place);
    case "object":
      return convertNested(came, schema, place);
  }
}

/** Converts an object's members. Problems are gathered, not thrown; the answer counts only without problems. */
export function convertObject(given: JsonObject, schema: ObjectSchema, place: Place): JsonObject {
  const { decoding } = place;
  const named = nameMembers(given, schema, place);
  const result: Record<string, Json> = {};
  for (const [name, parameter] of Object.entries(schema.properties)) {
    const came = named.get(name);
    const inner: Place = {
      path: member(place.path, name),
      pattern: member(place.pattern, name),
      decoding,
    };
    if (came === undefined || came === null) {
      if (came === null && !schema.required.includes(name))
        decoding.notes.add(() => `took ${showPath(inner.path)} null as not given`);
      if (parameter.default !== undefined) {
        result[name] = parameter.default;
        decoding.hasDefaults = true;
      }
      continue;
    }
    const converted = convertValue(came, parameter, inner);
    if (converted !== undefined) result[name] = converted;
  }
  return result;
}

function convertArray(came: Json, schema: ArraySchema, place: Place): Json | undefined {
  const list = Array.isArray(came) ? came : parseAs(came, place, isList);
  if (list === undefined) return refuse(place, "a list", came);
  const items = list as readonly Json[];
  const { minItems = 0, maxItems = Infinity } = schema;
  if (items.length < minItems || items.length > maxItems) {
    const limit = items.length < minItems ? `at least ${minItems}` : `at most ${maxItems}`;
    place.decoding.problems.add(() => ({
      message: `${showPath(place.path)} must hold ${limit} items, but ${items.length} came`,
    }));
    return undefined;
  }
  const pattern = `${place.pattern}[]`;
  return items.map((item, index) => {
    const inner: Place = { path: `${place.path}[${index}]`, pattern, decoding: place.decoding };
    // Nothing comes back only beside a problem: such a list is never used.
    return convertValue(item, schema.items, inner) ?? null;
  });
}

function convertNested(came: Json, schema: ObjectSchema, place: Place): Json | undefined {
  const object = isObject(came) ? came : (parseAs(came, place, isObject) ?? widen(came, schema, place));
  if (object === undefined) return refuse(place, "an object", came);
  return convertObject(object as JsonObject, schema, place);
}

/** A string as item of a list, where an object with exactly one required parameter, a string, is expected. */
function widen(came: Json, schema: ObjectSchema, place: Place): JsonObject | undefined {
  const [only] = schema.required;
  if (typeof came !== "string" || !place.pattern.endsWith("[]") || schema.required.length !== 1)
    return undefined;
  if (only === undefined || schema.properties[only]?.type !== "string") return undefined;
  const { notes, show } = place.decoding;
  notes.add(() => `took ${showPath(place.path)} ${show(came)} as {"${only}": ${show(came)}}`);
  return { [only]: came };
}

function parseAs(came: Json, place: Place, isWanted: (value: Json) => boolean): Json | undefined {
  if (typeof came !== "string") return undefined;
  let value: Json;
  try {
    value = JSON.parse(came) as Json;
  } catch {
    return undefined;
  }
  if (!isWanted(value) || jsonFault(value) !== undefined) return undefined;
  place.decoding.notes.add(
    () =>
      `converted ${showPath(place.path)} from JSON text to ${Array.isArray(value) ? "a list" : "an object"}`,
  );
  return value;
}

function isList(value: Json): boolean {
  return Array.isArray(value);
}

function isObject(value: Json): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
