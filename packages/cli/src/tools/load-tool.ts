import { dirname } from "node:path";
import { loadToolFiles } from "@wield/app";
import type { ToolDefinition } from "@wield/core";
import { loadBuiltInTool } from "@wield/tools";

const BUILT_IN = "built-in:";

/** What stands for a built-in tool where the check wants a file: its source is not there in the shipped command. */
export function builtInFile(name: string): string {
  return BUILT_IN + name;
}

/** Loads what is to be checked, in the process that checks it. Throws the reason when there is no tool. */
export async function loadTool(file: string): Promise<ToolDefinition> {
  if (file.startsWith(BUILT_IN)) {
    const tool = await loadBuiltInTool(file.slice(BUILT_IN.length));
    if (tool === undefined) throw new Error(`there is no built-in tool "${file.slice(BUILT_IN.length)}"`);
    return tool;
  }
  const loaded = await loadToolFiles({ folder: dirname(file), source: "person", only: file });
  const [found] = loaded.tools;
  if (found === undefined)
    throw new Error(loaded.problems[0] ?? `${file} is no tool file: its name or place is not one`);
  return found.tool;
}
