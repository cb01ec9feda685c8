import type { ToolAnnotations } from "@modelcontextprotocol/server";
import type { ToolDefinition } from "@wield/core";

/** Services through which all changes are kept for undo. */
const KEPT_FOR_UNDO = new Set(["files", "outputs", "catalog"]);

/** Services that reach other machines, themselves or through what they run. */
const REACH_OUT = new Set([
  "network",
  "search",
  "browser",
  "servers",
  "mcp",
  "models",
  "agents",
  "processes",
  "scratchpads",
]);

/** Hints for clients, derived from what the tool says of itself: never written by hand. */
export function annotationsOf(tool: ToolDefinition): ToolAnnotations {
  const isReadOnly = tool.mutates === false;
  return {
    title: titleOf(tool.name),
    readOnlyHint: isReadOnly,
    destructiveHint:
      !isReadOnly && !(tool.needs.length > 0 && tool.needs.every((name) => KEPT_FOR_UNDO.has(name))),
    ...(isReadOnly ? { idempotentHint: true } : {}),
    openWorldHint: tool.needs.some((name) => REACH_OUT.has(name)),
  };
}

export function titleOf(name: string): string {
  return name.replaceAll("_", " ");
}
