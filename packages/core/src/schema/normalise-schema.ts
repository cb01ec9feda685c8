import { BOUND_KEY } from "../contract/bounded.ts";
import { copyJson, deepFreeze, isJsonObject, type Json, type JsonObject } from "../contract/json.ts";
import { mismatch, withDefaults } from "./match-schema.ts";
import { readBound } from "./read-bound.ts";
import { SchemaFault } from "./schema-fault.ts";
import type { LenientBound, ObjectSchema, ParameterSchema, ToolSchema } from "./tool-schema.ts";

const INTEGER_EDGE = Number.MAX_SAFE_INTEGER;

const MAX_NESTING = 5;
const MAX_PARAMETERS = 30;
const MAX_ENUM = 60;
const MAX_SCHEMA_CHARS = 8 * 1024;

const PARAMETER_NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** What each type may carry beside `COMMON`, and what such a keyword's value is. */
const KEYWORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ["string", ["enum", "minLength", "maxLength"]],
  ["integer", ["minimum", "maximum", BOUND_KEY]],
  ["number", ["minimum", "maximum", BOUND_KEY]],
  ["boolean", []],
  ["object", ["properties", "required", "additionalProperties"]],
  ["array", ["items", "minItems", "maxItems"]],
]);

const COMMON = ["type", "description", "default"];

/** Lower and upper keyword of each kind of limit. */
const LIMITS = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
] as const;

interface Reading {
  readonly bounds: Map<string, LenientBound>;
  readonly isOutput: boolean;
  parameters: number;
}

interface Place {
  readonly reading: Reading;
  readonly path: string;
  readonly depth: number;
}

/**
 * Turns JSON Schema (draft 2020-12, as zod writes it or an author gives it) into the published normal form.
 * Throws `SchemaFault` for everything outside the subset. An output may be larger: no model carries it.
 */
export function normaliseSchema(
  source: JsonObject,
  options: { readonly isOutput?: boolean } = {},
): ToolSchema {
  const reading: Reading = { bounds: new Map(), isOutput: options.isOutput ?? false, parameters: 0 };
  const { $schema: _dialect, ...root } = source;
  if (root["type"] !== "object") throw new SchemaFault("", "must be an object schema at its root");
  if (root["default"] !== undefined) throw new SchemaFault("", "must have no default at its root");
  const json = readObject(root, { reading, path: "", depth: 1 });
  const limit = reading.isOutput ? 4 * MAX_SCHEMA_CHARS : MAX_SCHEMA_CHARS;
  const length = JSON.stringify(json).length;
  if (length > limit)
    throw new SchemaFault("", `is ${length} characters of JSON; at most ${limit} are allowed`);
  return Object.freeze({ json, bounds: reading.bounds });
}

function readParameter(source: Json | undefined, place: Place): ParameterSchema {
  const { path, depth, reading } = place;
  if (!isJsonObject(source)) throw new SchemaFault(path, "must be a schema");
  const type = typeOf(source, path);
  // What holds nothing is no level: a list of objects with lists of objects is five.
  const isLevel = type === "object" || type === "array";
  if (isLevel && depth > MAX_NESTING)
    throw new SchemaFault(path, `is nested deeper than ${MAX_NESTING} levels`);
  const bound = readBound(source, path);
  if (bound !== undefined) reading.bounds.set(path, bound);
  const read = type === "object" ? readObject : type === "array" ? readArray : readScalar;
  return withCheckedDefault(read(source, place), source["default"], path);
}

function typeOf(source: JsonObject, path: string): string {
  const type = source["type"];
  if (Array.isArray(type))
    throw new SchemaFault(path, "has a list of types; use one type, and optional for null");
  if (typeof type === "string" && KEYWORDS.has(type)) return type;
  if (typeof type === "string") throw new SchemaFault(path, `has the type ${type}, which is not allowed`);
  const keyword = Object.keys(source).find((key) => !COMMON.includes(key) && key !== BOUND_KEY);
  throw new SchemaFault(
    path,
    keyword === undefined ? "has no type" : `uses ${keyword}, which some providers refuse`,
  );
}

function readObject(source: JsonObject, place: Place): ObjectSchema {
  const { path, reading, depth } = place;
  checkKeywords(source, "object", path);
  const isOpen = readOpenness(source, place);
  const given = source["properties"] ?? {};
  if (!isJsonObject(given)) throw new SchemaFault(path, "must have properties as an object");
  const properties: Record<string, ParameterSchema> = {};
  for (const [name, schema] of Object.entries(given)) {
    const inner = path === "" ? name : `${path}.${name}`;
    if (!PARAMETER_NAME.test(name))
      throw new SchemaFault(inner, `is not an allowed parameter name (${PARAMETER_NAME.source})`);
    reading.parameters += 1;
    if (reading.parameters > MAX_PARAMETERS && !reading.isOutput)
      throw new SchemaFault(path, `has more than ${MAX_PARAMETERS} parameters in all`);
    properties[name] = readParameter(schema, { reading, path: inner, depth: depth + 1 });
  }
  const required = readRequired(source, properties, path);
  for (const name of required) {
    const inner = path === "" ? name : `${path}.${name}`;
    if (reading.bounds.get(inner)?.outside === "default")
      throw new SchemaFault(inner, 'is bounded with "default", but is required and has none');
  }
  return Object.freeze({
    type: "object",
    ...described(source, path),
    properties: Object.freeze(properties),
    required,
    additionalProperties: isOpen,
  });
}

/** Inside an output an object may be open: what stands in it is not judged. */
function readOpenness(source: JsonObject, { reading, path }: Place): boolean {
  const additional = source["additionalProperties"] ?? false;
  if (additional === false) return false;
  const takesAll = additional === true || (isJsonObject(additional) && Object.keys(additional).length === 0);
  if (takesAll && reading.isOutput && path !== "") return true;
  throw new SchemaFault(
    path,
    "must be strict (additionalProperties: false); say open maps as a list of {name, value}",
  );
}

function readRequired(
  source: JsonObject,
  properties: Readonly<Record<string, ParameterSchema>>,
  path: string,
): readonly string[] {
  const given = source["required"] ?? [];
  if (!Array.isArray(given)) throw new SchemaFault(path, "must have required as a list");
  for (const name of given as readonly Json[]) {
    if (typeof name !== "string" || !Object.hasOwn(properties, name))
      throw new SchemaFault(path, `requires ${JSON.stringify(name)}, which is no property`);
  }
  const names = new Set(given as readonly string[]);
  return Object.freeze([...names].filter((name) => properties[name]?.default === undefined));
}

function readArray(source: JsonObject, { reading, path, depth }: Place): ParameterSchema {
  checkKeywords(source, "array", path);
  if (source["items"] === undefined) throw new SchemaFault(path, "is an array without items");
  const inner = `${path}[]`;
  const items = readParameter(source["items"], { reading, path: inner, depth: depth + 1 });
  if (reading.bounds.get(inner)?.outside === "default" && items.default === undefined)
    throw new SchemaFault(inner, 'is bounded with "default", but has none');
  return Object.freeze({ type: "array", ...described(source, path), items, ...limits(source, path) });
}

function readScalar(source: JsonObject, { path }: Place): ParameterSchema {
  const type = String(source["type"]);
  checkKeywords(source, type, path);
  return Object.freeze({
    type,
    ...described(source, path),
    ...readEnum(source["enum"], path),
    ...limits(source, path),
  }) as ParameterSchema;
}

function readEnum(values: Json | undefined, path: string): { readonly enum?: readonly string[] } {
  if (values === undefined) return {};
  if (!Array.isArray(values) || values.length === 0 || !values.every((item) => typeof item === "string"))
    throw new SchemaFault(path, "has an enum that is not a list of strings");
  if (values.length > MAX_ENUM) throw new SchemaFault(path, `has more than ${MAX_ENUM} enum values`);
  if (new Set(values).size < values.length) throw new SchemaFault(path, "has an enum value twice");
  return { enum: Object.freeze([...(values as readonly string[])]) };
}

function checkKeywords(source: JsonObject, type: string, path: string): void {
  const allowed = KEYWORDS.get(type) ?? [];
  const wrong = Object.keys(source).find((key) => !COMMON.includes(key) && !allowed.includes(key));
  if (wrong === undefined) return;
  throw new SchemaFault(
    path,
    `uses ${wrong}, which is not allowed here; say it with an enum, an optional or a check inside run`,
  );
}

/** Limits that are numbers, in the right order; those that only mean "any integer" are left out. */
function limits(source: JsonObject, path: string): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const pair of LIMITS) {
    const isCount = pair[0] !== "minimum";
    for (const keyword of pair) {
      const limit = source[keyword];
      if (limit === undefined) continue;
      if (typeof limit !== "number" || (isCount && !(Number.isSafeInteger(limit) && limit >= 0)))
        throw new SchemaFault(path, `has ${keyword} as no ${isCount ? "count" : "number"}`);
      const isAnyInteger = source["type"] === "integer" && Math.abs(limit) === INTEGER_EDGE;
      if (!isAnyInteger) found[keyword] = limit;
    }
    const [lower, upper] = pair;
    if ((found[lower] ?? -Infinity) > (found[upper] ?? Infinity))
      throw new SchemaFault(path, `has ${lower} above ${upper}`);
  }
  return found;
}

function described(source: JsonObject, path: string): { readonly description?: string } {
  const { description } = source;
  if (description === undefined) return {};
  if (typeof description !== "string") throw new SchemaFault(path, "has a description that is no text");
  return { description };
}

/** A default is given to `run` as it is, so it has to be a whole and valid value. */
function withCheckedDefault(schema: ParameterSchema, given: Json | undefined, path: string): ParameterSchema {
  const copy = given === undefined ? undefined : copyJson(given);
  if (copy === undefined) return schema;
  const whole = withDefaults(copy, schema);
  const wrong = mismatch(whole, schema, "default");
  if (wrong !== undefined) throw new SchemaFault(path, `has a default that does not fit: ${wrong}`);
  return Object.freeze({ ...schema, default: deepFreeze(whole) });
}
