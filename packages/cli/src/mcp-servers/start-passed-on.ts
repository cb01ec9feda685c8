import type { Runtime } from "@wield/app";
import { foreignPatterns } from "@wield/mcp";

/** Clients wait no longer for the servers behind this one. */
const SERVERS_MS = 2000;

/** Starts the configured MCP servers where tools of theirs are passed on to clients. */
export async function startPassedOn(runtime: Runtime, toolset?: string): Promise<void> {
  const isAsked = foreignPatterns(runtime.settings, toolset).length > 0;
  if (isAsked) await runtime.mcp.start(SERVERS_MS);
}
