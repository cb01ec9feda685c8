import type { Json, JsonObject } from "../../contract/json.ts";
import { isSchemaNode } from "./schema-node.ts";

const MAX_DEPTH = 24;

/** A schema of references can stand for more than any model could be sent: beyond this, what is left is open. */
const MAX_NODES = 4000;

/** Keywords whose value is data, not a schema. */
const DATA = new Set(["enum", "const", "default", "examples", "required"]);

/** Keywords whose members are schemas by name. */
const NAMED = new Set(["properties", "patternProperties", "dependentSchemas"]);

/** Keywords that only references and tools need. */
const DROPPED = new Set(["$defs", "definitions", "$schema", "$id", "$anchor", "$dynamicAnchor", "$comment"]);

interface Inlining {
  readonly root: JsonObject;
  nodes: number;
}

/**
 * A copy without references, of a schema that came from somebody else: each is replaced by what it points to, within
 * the schema itself. One that leads back to where it stands becomes an open object; one that points nowhere, and what
 * comes after 4000 nodes or 24 levels, takes anything.
 */
export function inlineReferences(root: JsonObject): JsonObject {
  return inline(root, { root, nodes: 0 }, { inside: [], depth: 0 });
}

interface Place {
  /** References that are being replaced here. */
  readonly inside: readonly string[];
  readonly depth: number;
}

function inline(node: JsonObject, inlining: Inlining, place: Place): JsonObject {
  inlining.nodes += 1;
  if (place.depth > MAX_DEPTH || inlining.nodes > MAX_NODES) return {};
  const reference = node["$ref"] ?? node["$dynamicRef"];
  if (typeof reference === "string") {
    const { $ref: _ref, $dynamicRef: _dynamic, ...beside } = node;
    if (place.inside.includes(reference)) return { type: "object", ...describedOnly(beside) };
    const target = pointedTo(reference, inlining.root);
    const whole = target === undefined ? beside : { ...target, ...beside };
    return inline(whole, inlining, { inside: [...place.inside, reference], depth: place.depth + 1 });
  }
  const deeper = { ...place, depth: place.depth + 1 };
  return Object.fromEntries(
    Object.entries(node)
      .filter(([keyword]) => !DROPPED.has(keyword))
      .map(([keyword, value]) => [keyword, inlineKeyword(keyword, value, { inlining, place: deeper })]),
  );
}

function inlineKeyword(
  keyword: string,
  value: Json,
  { inlining, place }: { readonly inlining: Inlining; readonly place: Place },
): Json {
  if (DATA.has(keyword)) return value;
  if (Array.isArray(value))
    return (value as readonly Json[]).map((item) =>
      isSchemaNode(item) ? inline(item, inlining, place) : item,
    );
  if (!isSchemaNode(value)) return value;
  if (!NAMED.has(keyword)) return inline(value, inlining, place);
  return Object.fromEntries(
    Object.entries(value).map(([name, schema]) => [
      name,
      isSchemaNode(schema) ? inline(schema, inlining, place) : schema,
    ]),
  );
}

function describedOnly(schema: JsonObject): JsonObject {
  return typeof schema["description"] === "string" ? { description: schema["description"] } : {};
}

function pointedTo(reference: string, root: JsonObject): JsonObject | undefined {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let place: Json = root;
  for (const step of reference.slice(2).split("/")) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof place !== "object" || place === null || !Object.hasOwn(place, name)) return undefined;
    place = (place as JsonObject)[name] ?? null;
  }
  return isSchemaNode(place) ? place : undefined;
}
