import {
  flattenRoot,
  inlineReferences,
  isSchemaNode,
  type Json,
  type JsonObject,
  propertySchemas,
  requiredNames,
  schemaList,
} from "@wield/core";

/** The keywords of Google's schema subset that say something about a value. */
const KEPT = ["description", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"] as const;

/** Parameters with other names cannot be told to it. */
const TAKEN_NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;

/**
 * A schema in the subset that Google's function declarations take: no references, no open or closed objects, `const` as
 * a list of one, a null alternative told in words. What cannot be said is left out; the pipeline checks each call
 * against the tool's own schema.
 */
export function googleSchema(schema: JsonObject): JsonObject {
  return shape(flattenRoot(inlineReferences(schema)), true);
}

function shape(node: JsonObject, isRoot = false): JsonObject {
  const alternatives = alternativesOf(node);
  if (alternatives !== undefined) return shapeAlternatives(node, alternatives);
  const type = typeOf(node);
  const shaped: Record<string, Json> = { type };
  for (const keyword of KEPT) {
    const value = node[keyword];
    if (value !== undefined) shaped[keyword] = value;
  }
  if (
    node["exclusiveMinimum"] !== undefined &&
    type === "integer" &&
    typeof node["exclusiveMinimum"] === "number"
  )
    shaped["minimum"] = node["exclusiveMinimum"] + 1;
  const values = valuesOf(node);
  // Other values than text are refused in a list; their type says the rest.
  if (values !== undefined && values.every((value) => typeof value === "string") && type === "string")
    shaped["enum"] = values;
  if (type === "array") shaped["items"] = shape(itemsOf(node));
  if (type === "object") {
    const properties = Object.entries(propertySchemas(node)).filter(([name]) => TAKEN_NAME.test(name));
    // An object without properties is refused below the root: text that holds JSON says the same.
    if (properties.length === 0 && !isRoot)
      return { ...shaped, type: "string", description: describeOpen(node) };
    shaped["properties"] = Object.fromEntries(properties.map(([name, property]) => [name, shape(property)]));
    const names = requiredNames(node).filter((name) => TAKEN_NAME.test(name));
    if (names.length > 0) shaped["required"] = names;
  }
  return shaped;
}

function shapeAlternatives(node: JsonObject, alternatives: readonly JsonObject[]): JsonObject {
  const real = alternatives.filter((branch) => branch["type"] !== "null");
  const [only] = real;
  const shaped: JsonObject =
    only === undefined
      ? { type: "string" }
      : real.length === 1
        ? shape(only)
        : { anyOf: real.map((branch) => shape(branch)) };
  const said = typeof node["description"] === "string" ? node["description"] : shaped["description"];
  const nullWord = real.length < alternatives.length ? "(null is taken too)" : "";
  const description = [said, nullWord].filter((words) => typeof words === "string" && words !== "").join(" ");
  return description === "" ? shaped : { ...shaped, description };
}

function alternativesOf(node: JsonObject): readonly JsonObject[] | undefined {
  for (const union of ["anyOf", "oneOf"] as const) {
    const branches = node[union];
    if (Array.isArray(branches) && branches.length > 0) return schemaList(branches);
  }
  if (Array.isArray(node["allOf"])) {
    const { allOf, ...rest } = node;
    return [
      schemaList(allOf)
        .concat(rest)
        .reduce((all, part) => ({ ...all, ...part })),
    ];
  }
  const types = node["type"];
  if (!Array.isArray(types)) return undefined;
  return (types as readonly Json[]).map((type) => ({ ...node, type }));
}

function typeOf(node: JsonObject): string {
  const type = node["type"];
  if (typeof type === "string" && type !== "null") return type;
  if (isSchemaNode(node["properties"])) return "object";
  if (node["items"] !== undefined) return "array";
  const [first] = valuesOf(node) ?? [];
  if (typeof first === "number") return Number.isInteger(first) ? "integer" : "number";
  return typeof first === "boolean" ? "boolean" : "string";
}

function valuesOf(node: JsonObject): readonly Json[] | undefined {
  if (Array.isArray(node["enum"])) return (node["enum"] as readonly Json[]).filter((value) => value !== null);
  return node["const"] === undefined ? undefined : [node["const"]];
}

function itemsOf(node: JsonObject): JsonObject {
  const items = node["items"];
  if (isSchemaNode(items)) return items;
  const branches = schemaList(node["prefixItems"] ?? items);
  return branches.length === 0 ? { type: "string" } : { anyOf: branches };
}

function describeOpen(node: JsonObject): string {
  const said = typeof node["description"] === "string" ? `${node["description"]} ` : "";
  return `${said}(a JSON object, as text)`;
}
