import { textForActive } from "../registry/text-for-active.ts";
import type { NamedTools } from "../registry/text-for-active.ts";
import type { JsonObject } from "./json.ts";
import type { ToolDefinition } from "./tool-definition.ts";

/** All of a tool that a model always carries. */
export interface ToolCard {
  readonly name: string;
  readonly description: string;
  /** JSON Schema with an object at its root; of our own tools always an `ObjectSchema`. */
  readonly schema: JsonObject;
  readonly guidance?: string;
}

/** With `among`, what its texts say of tools that are not active is left out. Texts of other people's servers stay. */
export function toolCard(tool: ToolDefinition, among?: NamedTools): ToolCard {
  const said = (text: string): string =>
    among === undefined || tool.foreign !== undefined ? text : textForActive(text, among);
  return {
    name: tool.name,
    description: said(tool.description),
    schema: tool.foreign?.json ?? tool.input.json,
    ...(tool.guidance === undefined ? {} : { guidance: said(tool.guidance) }),
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
