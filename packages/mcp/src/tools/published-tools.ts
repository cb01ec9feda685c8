import type { ActiveTools, InactiveTool } from "@wield/core";

/** Tools that need a person at this end or start agents of their own. */
const NOT_PUBLISHED = new Set(["ask_user", "delegate_task", "task"]);

/** Tools of other MCP servers: a client that wants them connects to those. */
const FOREIGN = "mcp__";

/** The active tools of a conversation less those that MCP clients are not offered. Those cannot be called either. */
export function publishedTools(tools: ActiveTools): ActiveTools {
  const active = new Map<string, { readonly tool: InactiveTool["tool"]; readonly origin: string }>();
  const inactive = new Map(tools.inactive);
  for (const [name, entry] of tools.active) {
    if (NOT_PUBLISHED.has(name) || name.startsWith(FOREIGN))
      inactive.set(name, { ...entry, cause: "not_in_toolset", reason: "it is not offered over MCP" });
    else active.set(name, entry);
  }
  return { ...tools, active, inactive };
}

/** Whether a client that read the one list would see another one now. */
export function isSameList(left: ActiveTools, right: ActiveTools): boolean {
  if (left === right) return true;
  if (left.active.size !== right.active.size) return false;
  for (const [name, { tool }] of left.active) if (right.active.get(name)?.tool !== tool) return false;
  return true;
}
