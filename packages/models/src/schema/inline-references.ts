import { isRawSchema, type RawSchema } from "./raw-schema.ts";

/** Deeper than any schema a person wrote; a schema that refers to itself ends here. */
const MAX_DEPTH = 12;

/**
 * A copy without `$ref`, `$defs`, `definitions` and `$schema`: each reference is replaced by what it points to. One
 * that points nowhere, outside or too deep becomes a schema that takes anything.
 */
export function inlineReferences(root: RawSchema): RawSchema {
  const inlined = inline(root, root, 0);
  return isRawSchema(inlined) ? inlined : {};
}

function inline(node: unknown, root: RawSchema, depth: number): unknown {
  if (depth > MAX_DEPTH) return Array.isArray(node) ? [] : isRawSchema(node) ? {} : node;
  if (Array.isArray(node)) return node.map((item) => inline(item, root, depth));
  if (!isRawSchema(node)) return node;
  const reference = node["$ref"];
  if (typeof reference === "string") {
    const { $ref: _, ...beside } = node;
    const target = pointedTo(reference, root);
    const whole = { ...target, ...beside };
    return target === undefined ? inline(beside, root, depth + 1) : inline(whole, root, depth + 1);
  }
  const copy: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(node)) {
    if (keyword === "$defs" || keyword === "definitions" || keyword === "$schema" || keyword === "$id")
      continue;
    // Below `properties` stand names, which are no keywords.
    copy[keyword] =
      keyword === "properties" && isRawSchema(value)
        ? Object.fromEntries(Object.entries(value).map(([name, of]) => [name, inline(of, root, depth + 1)]))
        : keyword === "enum" || keyword === "const" || keyword === "default" || keyword === "examples"
          ? value
          : inline(value, root, depth + 1);
  }
  return copy;
}

function pointedTo(reference: string, root: RawSchema): RawSchema | undefined {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let place: unknown = root;
  for (const step of reference.slice(2).split("/")) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof place !== "object" || place === null || !Object.hasOwn(place, name)) return undefined;
    place = (place as RawSchema)[name];
  }
  return isRawSchema(place) ? place : undefined;
}
