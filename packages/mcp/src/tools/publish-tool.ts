import type { Tool } from "@modelcontextprotocol/server";
import {
  toolCard,
  type ActiveTools,
  type ObjectSchema,
  type ToolCard,
  type ToolDefinition,
} from "@wield/core";
import { annotationsOf, titleOf } from "./annotations.ts";

/** A tool as it stands in the list a client gets. */
export function publishTool(
  tool: ToolDefinition,
  { isStructured, among }: { readonly isStructured: boolean; readonly among: ActiveTools },
): Tool {
  const { name, description, schema, guidance } = toolCard(tool, among);
  return {
    name,
    title: titleOf(name),
    description: guidance === undefined ? description : `${description}\n\n${guidance}`,
    inputSchema: asToolSchema(schema),
    ...(isStructured && tool.output !== undefined
      ? { outputSchema: asToolSchema(withText(tool.output.json)) }
      : {}),
    annotations: annotationsOf(tool),
  };
}

/** The output with the whole text beside the data: many clients show their model structured content alone. */
function withText(schema: ObjectSchema): ObjectSchema {
  const { text: _replaced, ...properties } = schema.properties;
  return {
    ...schema,
    properties: {
      text: { type: "string", description: "The whole result as text." },
      ...properties,
    },
    required: ["text", ...schema.required.filter((name) => name !== "text")],
  };
}

/** A copy as plain JSON: the library's own type has members that can be written. */
function asToolSchema(schema: ToolCard["schema"]): Tool["inputSchema"] {
  return JSON.parse(JSON.stringify(schema)) as Tool["inputSchema"];
}
