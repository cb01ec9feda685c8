import type { JsonObject } from "./json.ts";
import type { ToolDefinition } from "./tool-definition.ts";
import type { ObjectSchema } from "../schema/tool-schema.ts";

/** All of a tool that a model always carries. */
export interface ToolCard {
  readonly name: string;
  readonly description: string;
  /** JSON Schema with an object at its root; of our own tools always an `ObjectSchema`. */
  readonly schema: ObjectSchema | JsonObject;
  readonly guidance?: string;
}

export function toolCard(tool: ToolDefinition): ToolCard {
  return {
    name: tool.name,
    description: tool.description,
    schema: tool.foreign?.json ?? tool.input.json,
    ...(tool.guidance === undefined ? {} : { guidance: tool.guidance }),
  };
}

/** Price of a tool in tokens: characters of its card divided by four, rounded up. */
export function tokenPrice(tool: ToolDefinition): number {
  const characters =
    tool.name.length +
    tool.description.length +
    JSON.stringify(tool.foreign?.json ?? tool.input.json).length +
    (tool.guidance?.length ?? 0);
  return Math.ceil(characters / 4);
}
