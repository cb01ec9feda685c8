import { splitAlias } from "../contract/check-aliases.ts";
import { canonicalJson, isJson, type Json, type JsonObject } from "../contract/json.ts";
import type { ArraySchema, ObjectSchema, ParameterSchema } from "../schema/tool-schema.ts";
import { quote } from "../text/quote.ts";
import { convertBoolean, convertNumber, convertString } from "./convert-scalar.ts";
import { refuse, type Place } from "./place.ts";
import { missing, unknownName } from "./problem.ts";

/** Converts one value that can mean only one thing; `undefined` when it could not be (a problem was gathered). */
export function convertValue(came: Json, schema: ParameterSchema, place: Place): Json | undefined {
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
  const named = resolveAliases(given, schema, place);
  const result: Record<string, Json> = {};
  for (const name of Object.keys(named)) {
    if (!Object.hasOwn(schema.properties, name)) {
      place.decoding.problems.push(
        unknownName(place.decoding.tool.name, member(place.path, name), Object.keys(schema.properties)),
      );
    }
  }
  for (const [name, parameter] of Object.entries(schema.properties)) {
    const path = member(place.path, name);
    const isRequired = schema.required.includes(name);
    const came = Object.hasOwn(named, name) ? named[name] : undefined;
    if (came === undefined || (came === null && !isRequired)) {
      if (isRequired) place.decoding.problems.push(missing(path));
      else if (parameter.default !== undefined) result[name] = parameter.default;
      if (came === null) place.decoding.notes.push(`took ${path} null as not given`);
      continue;
    }
    if (came === null) {
      place.decoding.problems.push(missing(path));
      continue;
    }
    const pattern = member(place.pattern ?? place.path, name);
    const converted = convertValue(came, parameter, { path, pattern, decoding: place.decoding });
    if (converted !== undefined) result[name] = converted;
  }
  return result;
}

function resolveAliases(given: JsonObject, schema: ObjectSchema, place: Place): JsonObject {
  const { tool, notes, problems } = place.decoding;
  const entries = new Map(Object.entries(given));
  for (const [alias, name] of Object.entries(tool.aliases)) {
    const at = splitAlias(alias);
    if (at.place !== (place.pattern ?? place.path) || !Object.hasOwn(schema.properties, name)) continue;
    const came = entries.get(at.name);
    if (came === undefined) continue;
    entries.delete(at.name);
    const real = entries.get(name);
    const label = member(place.path, at.name);
    if (real === undefined) {
      entries.set(name, came);
      notes.push(`took ${label} as ${member(place.path, name)}`);
    } else if (canonicalJson(real) === canonicalJson(came)) {
      notes.push(`took ${label} as ${member(place.path, name)}`);
    } else {
      problems.push({
        message: `${member(place.path, name)} and ${label} mean the same parameter, but ${quote(real)} and ${quote(came)} came`,
        hint: `give ${name} only.`,
      });
    }
  }
  return Object.fromEntries(entries);
}

function member(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function convertArray(came: Json, schema: ArraySchema, place: Place): Json | undefined {
  const list = Array.isArray(came)
    ? (came as readonly Json[])
    : parseAs(came, place, (value) => Array.isArray(value));
  if (list === undefined) return refuse(place, "a list", came);
  const items = list as readonly Json[];
  const { minItems = 0, maxItems = Infinity } = schema;
  if (items.length < minItems) return refuse(place, `a list of at least ${minItems}`, came);
  if (items.length > maxItems) {
    place.decoding.problems.push({
      message: `${place.path} must hold at most ${maxItems} items, but ${items.length} came`,
    });
    return undefined;
  }
  return items.map((item, index) => {
    const inner: Place = {
      path: `${place.path}[${index}]`,
      pattern: `${place.pattern ?? place.path}[]`,
      decoding: place.decoding,
    };
    return convertValue(widenItem(item, schema.items, inner), schema.items, inner) ?? null;
  });
}

/** A string where an object with exactly one required parameter, a string, is expected, is that parameter. */
function widenItem(item: Json, schema: ParameterSchema, place: Place): Json {
  if (typeof item !== "string" || schema.type !== "object" || schema.required.length !== 1) return item;
  const [only] = schema.required;
  if (only === undefined || schema.properties[only]?.type !== "string") return item;
  if (item.trimStart().startsWith("{")) return item;
  place.decoding.notes.push(`took ${place.path} ${quote(item)} as {"${only}": ${quote(item)}}`);
  return { [only]: item };
}

function convertNested(came: Json, schema: ObjectSchema, place: Place): Json | undefined {
  const isObject = (value: Json): boolean =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  const object = isObject(came) ? came : parseAs(came, place, isObject);
  if (object === undefined) return refuse(place, "an object", came);
  return convertObject(object as JsonObject, schema, place);
}

function parseAs(came: Json, place: Place, isWanted: (value: Json) => boolean): Json | undefined {
  if (typeof came !== "string") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(came);
  } catch {
    return undefined;
  }
  if (!isJson(value) || !isWanted(value)) return undefined;
  place.decoding.notes.push(
    `converted ${place.path} from JSON text to a ${Array.isArray(value) ? "list" : "object"}`,
  );
  return value;
}
