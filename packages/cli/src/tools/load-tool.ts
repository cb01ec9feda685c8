import { dirname } from "node:path";
import { loadToolFiles } from "@wield/app";
import type { ToolDefinition } from "@wield/core";
import { loadBuiltInTool } from "@wield/tools";
import { builtInName } from "./built-in-file.ts";

export { checkServices as fixtureServices } from "./check-services.ts";

/** Loads what is to be checked, in the process that checks it. Throws the reason when there is no tool. */
export async function loadTool(file: string): Promise<ToolDefinition> {
  const name = builtInName(file);
  if (name !== undefined) {
    const tool = await loadBuiltInTool(name);
    if (tool === undefined) throw new Error(`there is no built-in tool "${name}"`);
    return tool;
  }
  const loaded = await loadToolFiles({ folder: dirname(file), source: "person", only: file });
  const [found] = loaded.tools;
  if (found === undefined)
    throw new Error(loaded.problems[0] ?? `${file} is no tool file: its name or place is not one`);
  return found.tool;
}
