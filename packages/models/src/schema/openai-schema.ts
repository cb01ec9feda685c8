import { flattenRoot } from "./flatten-root.ts";
import { inlineReferences } from "./inline-references.ts";
import { isRawSchema, type RawSchema } from "./raw-schema.ts";

/** As Anthropic's, and arrays always say what they hold: without it the request is refused. */
export function openAiSchema(schema: RawSchema): RawSchema {
  return withItems(flattenRoot(inlineReferences(schema))) as RawSchema;
}

function withItems(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withItems);
  if (!isRawSchema(node)) return node;
  const copy: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(node)) {
    copy[keyword] = ["enum", "const", "default", "required", "examples"].includes(keyword)
      ? value
      : withItems(value);
  }
  const isArray = node["type"] === "array" || (Array.isArray(node["type"]) && node["type"].includes("array"));
  if (isArray && !isRawSchema(node["items"])) {
    const tuple = node["prefixItems"] ?? node["items"];
    const { prefixItems: _, ...rest } = copy;
    return {
      ...rest,
      items: Array.isArray(tuple) && tuple.length > 0 ? { anyOf: tuple.map(withItems) } : {},
    };
  }
  return copy;
}
