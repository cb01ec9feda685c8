import {
  isJsonObject,
  type Json,
  type JsonObject,
  matchesNamePattern,
  quote,
  type ToolDefinition,
} from "@wield/core";
import type { ServerEntry } from "../server-entry.ts";
import { compileCheck, type SchemaCompiler } from "./compile-check.ts";
import { foreignTool } from "./foreign-tool.ts";
import { readDefinition, type ServerTool } from "./read-definition.ts";
import { createToolNamer } from "./tool-names.ts";

export interface OfferedTool {
  readonly definition: ToolDefinition;
  readonly source: ServerTool;
  /** How structured content breaks the server's own output schema; nothing when it fits. */
  readonly outputFault: (structured: JsonObject) => string | undefined;
}

export interface OfferedTools {
  readonly tools: readonly OfferedTool[];
  readonly warnings: readonly string[];
}

/** What a server lists, as tools of ours. What is wrong with one costs that one, and is told. */
export function offeredTools(
  entries: readonly Json[],
  { entry, compiler }: { readonly entry: ServerEntry; readonly compiler: SchemaCompiler },
): OfferedTools {
  const warnings: string[] = [];
  const tools: OfferedTool[] = [];
  const nameFor = createToolNamer(entry.name, new Set());
  const seen = new Set<string>();
  for (const listed of entries) {
    const read = readDefinition(listed, entry.name);
    if (!read.ok) {
      warnings.push(`${quote(read.name)} is left out: ${read.reason}`);
      continue;
    }
    const { tool } = read;
    if (seen.has(tool.tool)) {
      warnings.push(`${quote(tool.tool)} is listed twice; the first counts`);
      continue;
    }
    seen.add(tool.tool);
    // Names are given to all, chosen or not, so that a choice never changes them.
    const { name, isTaken, isRenamed } = nameFor(tool.tool);
    if (!isChosen(tool.tool, entry)) continue;
    if (isTaken) {
      warnings.push(`${quote(tool.tool)} is left out: another tool comes out under the name ${name}`);
      continue;
    }
    if (isRenamed) warnings.push(`${quote(tool.tool)} is registered as ${name}: another has the plain name`);
    const { definition, warning } = foreignTool(name, tool, { entry, compiler });
    if (warning !== undefined) warnings.push(`${quote(tool.tool)}: ${warning}`);
    tools.push({ definition, source: tool, outputFault: outputCheck(tool, compiler, warnings) });
  }
  return { tools, warnings };
}

function outputCheck(
  { tool, outputSchema }: ServerTool,
  compiler: SchemaCompiler,
  warnings: string[],
): OfferedTool["outputFault"] {
  if (outputSchema === undefined) return () => undefined;
  if (outputSchema["type"] !== "object" && !isJsonObject(outputSchema["properties"])) {
    warnings.push(`${quote(tool)}: its output schema is not one of an object, and is ignored`);
    return () => undefined;
  }
  const { check, warning } = compileCheck(outputSchema, compiler);
  if (warning !== undefined) warnings.push(`${quote(tool)}: of its output, ${warning}`);
  return check;
}

function isChosen(tool: string, { include, exclude }: ServerEntry): boolean {
  const isIncluded = include === undefined || include.some((pattern) => matchesNamePattern(tool, pattern));
  return isIncluded && !exclude.some((pattern) => matchesNamePattern(tool, pattern));
}
