import { flattenRoot } from "./flatten-root.ts";
import { inlineReferences } from "./inline-references.ts";
import { isRawSchema, propertiesOf, type RawSchema } from "./raw-schema.ts";

/** The keywords of Google's schema subset that say something about a value. */
const KEPT = ["description", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"] as const;

/** Parameters with other names cannot be told to it. */
const TAKEN_NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;

/**
 * A schema in the subset that Google's function declarations take: no references, no open or closed objects, `const` as
 * a list of one, a null alternative told in words. What cannot be said is left out; the pipeline checks each call
 * against the tool's own schema.
 */
export function googleSchema(schema: RawSchema): RawSchema {
  return shape(flattenRoot(inlineReferences(schema)), true);
}

function shape(node: RawSchema, isRoot = false): RawSchema {
  const alternatives = alternativesOf(node);
  if (alternatives !== undefined) return shapeAlternatives(node, alternatives);
  const type = typeOf(node);
  const shaped: Record<string, unknown> = { type };
  for (const keyword of KEPT) if (Object.hasOwn(node, keyword)) shaped[keyword] = node[keyword];
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
    const properties = Object.entries(propertiesOf(node)).filter(([name]) => TAKEN_NAME.test(name));
    // An object without properties is refused below the root: text that holds JSON says the same.
    if (properties.length === 0 && !isRoot)
      return { ...shaped, type: "string", description: describeOpen(node) };
    shaped["properties"] = Object.fromEntries(properties.map(([name, property]) => [name, shape(property)]));
    const required = node["required"];
    const names = Array.isArray(required)
      ? required.filter((name) => typeof name === "string" && TAKEN_NAME.test(name))
      : [];
    if (names.length > 0) shaped["required"] = names;
  }
  return shaped;
}

function shapeAlternatives(node: RawSchema, alternatives: readonly RawSchema[]): RawSchema {
  const real = alternatives.filter((branch) => branch["type"] !== "null");
  const [only] = real;
  const shaped: RawSchema =
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

function alternativesOf(node: RawSchema): readonly RawSchema[] | undefined {
  for (const union of ["anyOf", "oneOf"] as const) {
    const branches = node[union];
    if (Array.isArray(branches) && branches.length > 0) return branches.filter(isRawSchema);
  }
  if (Array.isArray(node["allOf"])) {
    const { allOf, ...rest } = node;
    return [Object.assign({}, ...(allOf as readonly unknown[]).filter(isRawSchema), rest) as RawSchema];
  }
  const types = node["type"];
  if (!Array.isArray(types)) return undefined;
  return types.map((type) => ({ ...node, type: type as unknown }));
}

function typeOf(node: RawSchema): string {
  const type = node["type"];
  if (typeof type === "string" && type !== "null") return type;
  if (isRawSchema(node["properties"])) return "object";
  if (node["items"] !== undefined) return "array";
  const [first] = valuesOf(node) ?? [];
  if (typeof first === "number") return Number.isInteger(first) ? "integer" : "number";
  return typeof first === "boolean" ? "boolean" : "string";
}

function valuesOf(node: RawSchema): readonly unknown[] | undefined {
  if (Array.isArray(node["enum"]))
    return (node["enum"] as readonly unknown[]).filter((value) => value !== null);
  return Object.hasOwn(node, "const") ? [node["const"]] : undefined;
}

function itemsOf(node: RawSchema): RawSchema {
  const items = node["items"];
  if (isRawSchema(items)) return items;
  const tuple = node["prefixItems"] ?? items;
  const branches = Array.isArray(tuple) ? tuple.filter(isRawSchema) : [];
  return branches.length === 0 ? { type: "string" } : { anyOf: branches };
}

function describeOpen(node: RawSchema): string {
  const said = typeof node["description"] === "string" ? `${node["description"]} ` : "";
  return `${said}(a JSON object, as text)`;
}
