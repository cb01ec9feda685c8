import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import { onlyType } from "../schema/outline-schema.ts";
import { member, type Place } from "./place.ts";
import { showPath } from "./problem.ts";

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The conversions of `convertObject` under a schema that somebody else wrote: a value that can mean only one thing
 * becomes that. Nothing is refused, left out or filled in; the schema itself is checked afterwards.
 */
export function convertForeign(given: JsonObject, schema: JsonObject, place: Place): JsonObject {
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly Json[]) : [];
  const members = Object.entries(given).flatMap(([name, came]): readonly [string, Json][] => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!isJsonObject(property)) return [[name, came]];
    const inner: Place = { ...place, path: member(place.path, name), pattern: member(place.pattern, name) };
    if (came === null && !required.includes(name) && !takesNull(property)) {
      place.decoding.notes.add(() => `took ${showPath(inner.path)} null as not given`);
      return [];
    }
    return [[name, convert(came, property, inner)]];
  });
  return Object.fromEntries(members);
}

function convert(came: Json, schema: JsonObject, place: Place): Json {
  const type = onlyType(schema);
  if (type === "object" && isJsonObject(came)) return convertForeign(came, schema, place);
  if (type === "array" && Array.isArray(came)) {
    const items = schema["items"];
    if (!isJsonObject(items)) return came;
    return (came as readonly Json[]).map((item, index) =>
      convert(item, items, { ...place, path: `${place.path}[${index}]`, pattern: `${place.pattern}[]` }),
    );
  }
  if (typeof came !== "string") return came;
  const meant = meaningOf(came, type);
  if (meant === undefined) return came;
  const { notes, show } = place.decoding;
  notes.add(() => `converted ${showPath(place.path)} ${show(came)} to ${show(meant)}`);
  return meant;
}

/** What a text stands for where another type is expected; nothing when that is not plain. */
function meaningOf(text: string, type: string | undefined): Json | undefined {
  switch (type) {
    case "integer":
    case "number": {
      const number = JSON_NUMBER.test(text) ? Number(text) : NaN;
      return Number.isFinite(number) ? number : undefined;
    }
    case "boolean": {
      const word = text.trim().toLowerCase();
      return word === "true" ? true : word === "false" ? false : undefined;
    }
    case "array":
    case "object":
      return parsed(text, type);
    default:
      return undefined;
  }
}

function parsed(text: string, type: "array" | "object"): Json | undefined {
  let meant: Json;
  try {
    meant = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  return (type === "array" ? Array.isArray(meant) : isJsonObject(meant)) ? meant : undefined;
}

function takesNull(schema: JsonObject): boolean {
  const { type, anyOf, oneOf } = schema;
  if (type === "null" || (Array.isArray(type) && (type as readonly Json[]).includes("null"))) return true;
  if (type === undefined && anyOf === undefined && oneOf === undefined) return true;
  return [anyOf, oneOf].some(
    (branches) =>
      Array.isArray(branches) &&
      (branches as readonly Json[]).some((branch) => isJsonObject(branch) && takesNull(branch)),
  );
}
