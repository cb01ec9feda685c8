import { type ActiveTools, type InactiveTool, matchesNamePattern } from "@wield/core";

/** Tools that need a person at this end or start agents of their own. */
const NOT_PUBLISHED = new Set(["ask_user", "delegate_task", "task"]);

/** Tools of other MCP servers: a client that wants them connects to those, or has them named here. */
const FOREIGN = "mcp__";

/**
 * The active tools of a conversation less those that MCP clients are not offered. Those cannot be called either.
 * `foreign` are the patterns that name tools of other servers.
 */
export function publishedTools(tools: ActiveTools, foreign: readonly string[]): ActiveTools {
  const active = new Map<string, { readonly tool: InactiveTool["tool"]; readonly origin: string }>();
  const inactive = new Map(tools.inactive);
  for (const [name, entry] of tools.active) {
    const isForeign =
      name.startsWith(FOREIGN) && !foreign.some((pattern) => matchesNamePattern(name, pattern));
    if (NOT_PUBLISHED.has(name) || isForeign)
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
