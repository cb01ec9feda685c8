import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import { BOUND_KEY } from "../contract/bounded.ts";
import type { LenientBound, ObjectSchema, ParameterSchema, ToolSchema } from "./tool-schema.ts";

const INTEGER_EDGE = 9_007_199_254_740_991;

const MAX_NESTING = 5;
const MAX_PARAMETERS = 30;
const MAX_ENUM = 60;
const MAX_SCHEMA_CHARS = 8 * 1024;

const PARAMETER_NAME = /^[a-z][a-z0-9_]{0,63}$/;

const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  string: ["enum", "minLength", "maxLength"],
  integer: ["minimum", "maximum"],
  number: ["minimum", "maximum"],
  boolean: [],
  object: ["properties", "required", "additionalProperties"],
  array: ["items", "minItems", "maxItems"],
};

const COMMON = ["type", "description", "default"];

/** A rule of the schema subset that is broken, with the parameter's path (empty for the root). */
export class SchemaFault extends Error {
  readonly path: string;
  constructor(path: string, rule: string) {
    super(path === "" ? rule : `${path} ${rule}`);
    this.path = path;
  }
}

interface Reading {
  readonly bounds: Map<string, LenientBound>;
  parameters: number;
}

/**
 * Turns JSON Schema (draft 2020-12, as zod writes it or an author gives it) into the published normal form.
 * Throws `SchemaFault` for everything outside the subset.
 */
export function normaliseSchema(
  source: JsonObject,
  options: { readonly isOutput?: boolean } = {},
): ToolSchema {
  const reading: Reading = { bounds: new Map(), parameters: 0 };
  const { $schema: _dialect, ...root } = source;
  if (root["type"] !== "object") throw new SchemaFault("", "must be an object schema at its root");
  const json = readObject(root, "", { reading, depth: 1, isOutput: options.isOutput ?? false });
  const limit = options.isOutput ? 4 * MAX_SCHEMA_CHARS : MAX_SCHEMA_CHARS;
  const length = JSON.stringify(json).length;
  if (length > limit)
    throw new SchemaFault("", `is ${length} characters of JSON; at most ${limit} are allowed`);
  return Object.freeze({ json, bounds: reading.bounds });
}

interface Place {
  readonly reading: Reading;
  readonly depth: number;
  readonly isOutput: boolean;
}

function readParameter(source: Json | undefined, path: string, place: Place): ParameterSchema {
  if (!isJsonObject(source)) throw new SchemaFault(path, "must be a schema");
  if (place.depth > MAX_NESTING) throw new SchemaFault(path, `is nested deeper than ${MAX_NESTING} levels`);
  const type = source["type"];
  if (Array.isArray(type))
    throw new SchemaFault(path, "has a list of types; use one type, and optional for null");
  if (typeof type !== "string" || !Object.hasOwn(KEYWORDS, type)) {
    const keyword = Object.keys(source).find((key) => !COMMON.includes(key) && key !== BOUND_KEY);
    throw new SchemaFault(
      path,
      keyword === undefined ? "has no type" : `uses ${keyword}, which some providers refuse`,
    );
  }
  takeBound(source, path, place.reading);
  checkKeywords(source, type, path);
  if (type === "object") return readObject(source, path, place);
  if (type === "array") return readArray(source, path, place);
  return readScalar(source, type, path);
}

function readObject(source: JsonObject, path: string, place: Place): ObjectSchema {
  checkKeywords(source, "object", path);
  const additional = source["additionalProperties"];
  if (additional !== undefined && additional !== false && !place.isOutput) {
    throw new SchemaFault(
      path,
      "must be strict (additionalProperties: false); say open maps as a list of {name, value}",
    );
  }
  const given = source["properties"] ?? {};
  if (!isJsonObject(given)) throw new SchemaFault(path, "must have properties as an object");
  const properties: Record<string, ParameterSchema> = {};
  for (const [name, schema] of Object.entries(given)) {
    if (!PARAMETER_NAME.test(name)) {
      throw new SchemaFault(join(path, name), `is not an allowed parameter name (${PARAMETER_NAME.source})`);
    }
    place.reading.parameters += 1;
    if (place.reading.parameters > MAX_PARAMETERS && !place.isOutput) {
      throw new SchemaFault(path, `has more than ${MAX_PARAMETERS} parameters`);
    }
    properties[name] = readParameter(schema, join(path, name), {
      ...place,
      depth: place.depth + 1,
    });
  }
  return Object.freeze({
    type: "object",
    ...described(source),
    properties: Object.freeze(properties),
    required: readRequired(source, properties, path),
    additionalProperties: additional !== undefined && additional !== false,
  });
}

function readRequired(
  source: JsonObject,
  properties: Readonly<Record<string, ParameterSchema>>,
  path: string,
): readonly string[] {
  const given = source["required"] ?? [];
  if (!Array.isArray(given)) throw new SchemaFault(path, "must have required as a list");
  for (const name of given as readonly Json[]) {
    if (typeof name !== "string" || !Object.hasOwn(properties, name)) {
      throw new SchemaFault(path, `requires ${JSON.stringify(name)}, which is no property`);
    }
  }
  const names = (given as readonly string[]).filter((name) => properties[name]?.default === undefined);
  return Object.freeze(names);
}

function readArray(source: JsonObject, path: string, place: Place): ParameterSchema {
  if (source["items"] === undefined) throw new SchemaFault(path, "is an array without items");
  const items = readParameter(source["items"], `${path}[]`, { ...place, depth: place.depth + 1 });
  return Object.freeze({
    type: "array",
    ...described(source),
    items,
    ...pick(source, ["minItems", "maxItems"]),
  });
}

function readScalar(source: JsonObject, type: string, path: string): ParameterSchema {
  const values = source["enum"];
  if (values !== undefined) {
    if (!Array.isArray(values) || values.length === 0 || !values.every((item) => typeof item === "string")) {
      throw new SchemaFault(path, "has an enum that is not a list of strings");
    }
    if (values.length > MAX_ENUM) throw new SchemaFault(path, `has more than ${MAX_ENUM} enum values`);
  }
  const rest = pick(source, ["enum", "minLength", "maxLength", "minimum", "maximum"]);
  if (type === "integer") {
    if (rest["minimum"] === -INTEGER_EDGE) delete rest["minimum"];
    if (rest["maximum"] === INTEGER_EDGE) delete rest["maximum"];
  }
  if (Array.isArray(rest["enum"])) rest["enum"] = Object.freeze([...rest["enum"]]);
  return Object.freeze({ type, ...described(source), ...rest }) as ParameterSchema;
}

function checkKeywords(source: JsonObject, type: string, path: string): void {
  const allowed = [...COMMON, ...(KEYWORDS[type] ?? []), BOUND_KEY];
  for (const key of Object.keys(source)) {
    if (!allowed.includes(key)) {
      throw new SchemaFault(
        path,
        `uses ${key}, which is not allowed here; say it with an enum, an optional or a check inside run`,
      );
    }
  }
}

function takeBound(source: JsonObject, path: string, reading: Reading): void {
  const bound = source[BOUND_KEY];
  if (bound !== undefined) reading.bounds.set(path, readBound(bound, path));
}

function described(source: JsonObject): { description?: string; default?: Json } {
  const description = source["description"];
  const fallback = source["default"];
  return {
    ...(typeof description === "string" ? { description } : {}),
    ...(fallback === undefined ? {} : { default: fallback }),
  };
}

function pick(source: JsonObject, keys: readonly string[]): Record<string, Json> {
  const picked: Record<string, Json> = {};
  for (const key of keys) {
    const found = source[key];
    if (found !== undefined) picked[key] = found;
  }
  return picked;
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function readBound(bound: Json, path: string): LenientBound {
  const given: JsonObject = isJsonObject(bound) ? bound : {};
  const { min, max, outside } = given;
  if (outside !== "default" && outside !== "clamp")
    throw new SchemaFault(path, 'is bounded with neither "default" nor "clamp"');
  return Object.freeze({
    ...(typeof min === "number" ? { min } : {}),
    ...(typeof max === "number" ? { max } : {}),
    outside,
  });
}
