import type { ToolDefinition } from "@wield/core";
import type { BuiltInTool } from "./built-in-tool.ts";
import { BUILT_IN_TOOLS } from "./built-in.generated.ts";

/** One tool by name, without importing any other; nothing when no tool of that name ships. */
export async function loadBuiltInTool(name: string): Promise<ToolDefinition | undefined> {
  const tool = BUILT_IN_TOOLS.find((candidate) => candidate.name === name);
  return tool === undefined ? undefined : definitionOf(tool);
}

/** All tools that ship, sorted by name. */
export function loadBuiltInTools(): Promise<ToolDefinition[]> {
  return Promise.all(BUILT_IN_TOOLS.map(definitionOf));
}

async function definitionOf(tool: BuiltInTool): Promise<ToolDefinition> {
  const { default: definition } = await tool.load();
  if (definition.name !== tool.name) {
    throw new Error(
      `the tool file of ${tool.name} defines "${definition.name}"; its file has to bear its name`,
    );
  }
  return definition;
}
