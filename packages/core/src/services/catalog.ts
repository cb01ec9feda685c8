import type { ToolDefinition } from "../contract/tool-definition.ts";
import type { ToolsetFacts } from "../registry/active-tools.ts";
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

/** The registry as this session sees it, sorted by name. */
export interface Catalog {
  list(): readonly CatalogEntry[];
  get(name: string): CatalogEntry | undefined;
  /** All toolsets, sorted by name. */
  toolsets(): readonly CatalogToolset[];
}

export const Catalog = defineService<Catalog>()("catalog");
