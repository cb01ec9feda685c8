import type { CallScope, McpServerStatus } from "@wield/core";
import type { ServerConnection } from "../connection/server-connection.ts";
import type { ServerEntry } from "../server-entry.ts";
import type { OfferedTool } from "../tools/offered-tools.ts";

/** One server with what it offers now. */
export interface LiveServer {
  readonly entry: ServerEntry;
  readonly connection: ServerConnection;
  tools: readonly OfferedTool[];
  warnings: readonly string[];
  /** Calls under way, the newest last. */
  readonly calls: Set<CallScope>;
  removeLayer?: () => void;
}

export function statusOfServer({ entry, connection, tools, warnings }: LiveServer): McpServerStatus {
  const capabilities = connection.client?.getServerCapabilities();
  const instructions = connection.client?.getInstructions();
  return {
    name: entry.name,
    state: connection.state,
    ...(connection.reason === undefined ? {} : { reason: connection.reason }),
    transport: entry.reach.kind,
    tools: tools.map(({ definition }) => definition.name).toSorted(),
    warnings,
    hasResources: capabilities?.resources !== undefined && entry.offersResources,
    hasPrompts: capabilities?.prompts !== undefined,
    ...(instructions === undefined ? {} : { instructions }),
    lastWords: connection.lastWords,
  };
}
