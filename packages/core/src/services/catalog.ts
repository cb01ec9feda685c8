import type { ToolDefinition } from "../contract/tool-definition.ts";
import type { ToolsetFacts } from "../registry/active-tools.ts";
import type { McpServerStatus } from "./mcp-servers.ts";
import { defineService } from "./service.ts";

export interface CatalogEntry {
  readonly tool: ToolDefinition;
  readonly isActive: boolean;
  /** Why it is not active, as a sentence. */
  readonly reason?: string;
  /** Where it was found: `built in`, a file, an embedder. */
  readonly origin: string;
}

export interface CatalogToolset extends ToolsetFacts {
  readonly name: string;
  /** Why this conversation uses it, such as `tools.toolset`; absent for the others. */
  readonly chosenBy?: string;
}

/** How the MCP servers stand, for whoever looks at them. */
export interface ServerCatalog {
  list(): readonly Pick<McpServerStatus, "name" | "state" | "tools">[];
  /** All that is known of one. Whoever asks passes on the server's own words: the result is marked as coming from it. */
  get(name: string): McpServerStatus | undefined;
}

/** The registry as this session sees it, sorted by name. */
export interface Catalog {
  list(): readonly CatalogEntry[];
  get(name: string): CatalogEntry | undefined;
  /** All toolsets, sorted by name. */
  toolsets(): readonly CatalogToolset[];
  readonly servers: ServerCatalog;
}

export const Catalog = defineService<Catalog>()("catalog");
