import type { Plugin } from "rolldown";
import { parseSync } from "rolldown/utils";
import type { JsonObject, LenientBound, ParameterSchema, ToolDefinition, ToolSchema } from "@wield/core";
import { BOUND_KEY } from "../packages/core/src/contract/bounded.ts";

/**
 * Puts the published JSON Schema in place of the zod objects of the built-in tools, so that the bundled command
 * starts without loading zod. `defineTool` takes either; zod stays a lazy chunk for tool files from outside.
 */
export function publishSchemas(): Plugin {
  return {
    name: "publish-schemas",
    transform: {
      filter: { id: /packages\/tools\/src\/.*\.tool\.ts$/ },
      async handler(code, id) {
        const { default: tool } = (await import(id)) as { readonly default: ToolDefinition };
        const schemas = new Map([
          ["input", tool.input],
          ...(tool.output === undefined ? [] : [["output", tool.output] as const]),
        ]);
        return { code: replaceMembers(code, id, schemas), moduleType: "ts" };
      },
    },
  };
}

/** A part of the syntax tree, as far as it is looked at here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

function replaceMembers(code: string, id: string, schemas: ReadonlyMap<string, ToolSchema>): string {
  const { program } = parseSync(id, code);
  const members = definitionMembers(program);
  let replaced = code;
  // From the end on, so that earlier positions stay true.
  for (const { name, value } of members.toReversed()) {
    const schema = schemas.get(name);
    if (schema === undefined) continue;
    replaced = `${replaced.slice(0, value.start)}${JSON.stringify(sourceOf(schema))}${replaced.slice(value.end)}`;
  }
  const found = members.filter(({ name }) => schemas.has(name)).length;
  if (found !== schemas.size)
    throw new Error(`${id}: input and output must stand in the object that defineTool gets`);
  return replaced;
}

/** The members of the object literal in `export default defineTool({ … })`. */
function definitionMembers({
  body,
}: {
  readonly body: readonly unknown[];
}): readonly { readonly name: string; readonly value: Node }[] {
  const exported = body.filter(isNode).find((node) => node.type === "ExportDefaultDeclaration");
  const call = exported?.["declaration"];
  const [definition] = isNode(call) ? nodes(call["arguments"]) : [];
  if (definition?.type !== "ObjectExpression") return [];
  return nodes(definition["properties"]).flatMap(({ key, value }) =>
    isNode(key) && isNode(value) ? [{ name: String(key["name"]), value }] : [],
  );
}

function nodes(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The schema as an author could have written it: lenient bounds stand in it under their own key. */
export function sourceOf(schema: ToolSchema): JsonObject {
  return withBounds(schema.json, "", schema.bounds);
}

function withBounds(
  schema: ParameterSchema,
  path: string,
  bounds: ReadonlyMap<string, LenientBound>,
): JsonObject {
  const source: Record<string, unknown> = { ...schema };
  const bound = bounds.get(path);
  if (bound !== undefined) source[BOUND_KEY] = bound;
  if (schema.type === "array") source["items"] = withBounds(schema.items, `${path}[]`, bounds);
  if (schema.type === "object") {
    source["properties"] = Object.fromEntries(
      Object.entries(schema.properties).map(([name, member]) => [
        name,
        withBounds(member, path === "" ? name : `${path}.${name}`, bounds),
      ]),
    );
  }
  return JSON.parse(JSON.stringify(source)) as JsonObject;
}
