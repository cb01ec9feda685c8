import type { McpServerStatus } from "@wield/core";
import type { ServerEntry } from "../server-entry.ts";
import type { OfferedTool } from "../tools/offered-tools.ts";
import type { ServerLines } from "./server-lines.ts";

/** One server with what it offers now. */
export interface LiveServer {
  readonly entry: ServerEntry;
  readonly lines: ServerLines;
  tools: readonly OfferedTool[];
  warnings: readonly string[];
  removeLayer?: () => void;
}

export function statusOfServer({ entry, lines, tools, warnings }: LiveServer): McpServerStatus {
  const { connection } = lines.shared;
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
