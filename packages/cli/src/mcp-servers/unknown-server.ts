import type { Runtime } from "@wield/app";
import { fail, type FailedResult } from "@wield/core";

/** Why nothing can be done with a server of that name; nothing when it is configured. */
export function unknownServer(runtime: Runtime, name: string): FailedResult | undefined {
  const known = runtime.mcp.entries.map((entry) => entry.name);
  if (known.includes(name)) return undefined;
  const hint =
    known.length === 0 ? "none is configured: wield mcp add" : `known servers: ${known.join(", ")}`;
  return fail("unknown_server", `no MCP server is named "${name}"`, { hint });
}
