import { tokenPrice } from "@wield/core";
import type { ActiveTools, InactiveCause, McpServerStatus, ToolDefinition } from "@wield/core";

export interface ActiveRow {
  readonly name: string;
  readonly mutates: ToolDefinition["mutates"];
  readonly tokens: number;
  /** The first sentence of its description. */
  readonly summary: string;
  readonly origin: string;
}

interface InactiveRow {
  readonly name: string;
  readonly cause: InactiveCause;
  readonly reason: string;
  readonly origin: string;
}

/** What `wield tools`, `/tools` and their JSON show of a conversation. */
export interface ToolsView {
  readonly toolset: string;
  readonly toolsetOrigin: string;
  readonly tokens: number;
  readonly active: readonly ActiveRow[];
  /** Tools of the wield command itself are left out: nobody can have them. */
  readonly inactive: readonly InactiveRow[];
  /** `tool file PATH: REASON` */
  readonly failed: readonly string[];
  /** MCP servers that are configured, and how they stand. */
  readonly servers: readonly Pick<McpServerStatus, "name" | "state" | "reason">[];
  readonly replacements: readonly {
    readonly name: string;
    readonly origin: string;
    readonly replaces: string;
  }[];
}

export interface ToolsViewParts {
  readonly tools: ActiveTools;
  /** Tool files that gave no tool. */
  readonly failed: readonly string[];
  readonly servers: ToolsView["servers"];
  readonly replacements: ToolsView["replacements"];
}

export function toolsView({ tools, failed, servers, replacements }: ToolsViewParts): ToolsView {
  const active = [...tools.active.values()].map(({ tool, origin }) => ({
    name: tool.name,
    mutates: tool.mutates,
    tokens: tokenPrice(tool),
    summary: firstSentence(tool.description),
    origin,
  }));
  const inactive = [...tools.inactive.values()]
    .filter(({ cause }) => cause !== "internal")
    .map(({ tool, cause, reason, origin }) => ({ name: tool.name, cause, reason, origin }));
  return {
    toolset: tools.toolset,
    toolsetOrigin: tools.toolsetOrigin,
    tokens: active.reduce((sum, { tokens }) => sum + tokens, 0),
    active,
    inactive,
    failed,
    servers,
    replacements,
  };
}

function firstSentence(text: string): string {
  const end = /[.!?](?=\s|$)/.exec(text);
  return (end === null ? text : text.slice(0, end.index + 1)).replaceAll(/\s+/g, " ");
}
