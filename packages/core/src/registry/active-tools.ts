import type { ToolDefinition } from "../contract/tool-definition.ts";

export type InactiveCause = "not_in_toolset" | "disabled" | "hidden" | "internal";

export interface InactiveTool {
  readonly tool: ToolDefinition;
  readonly cause: InactiveCause;
  /** As a sentence. */
  readonly reason: string;
  readonly origin: string;
}

/** A toolset as settings and registry make it, whoever uses it. */
export interface ToolsetFacts {
  /** Names, sorted, whether a tool of that name is registered or not. Companions join when it is used. */
  readonly members: readonly string[];
  /** For people: `built in` or the setting that makes it. */
  readonly origin: string;
}

/** What one step of a conversation may use: a snapshot of the registry under a toolset. Sorted by name. */
export interface ActiveTools {
  readonly toolset: string;
  /** Which setting the toolset came from, such as `tools.toolset`. */
  readonly toolsetOrigin: string;
  readonly active: ReadonlyMap<string, { readonly tool: ToolDefinition; readonly origin: string }>;
  readonly inactive: ReadonlyMap<string, InactiveTool>;
  /** All that could be chosen, by name. */
  readonly toolsets?: ReadonlyMap<string, ToolsetFacts>;
}
