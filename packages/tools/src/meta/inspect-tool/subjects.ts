import type { Catalog, ObjectSchema } from "@wield/core";
import { serverFacts, serverLine } from "./server-facts.ts";
import { toolFacts, toolLine } from "./tool-facts.ts";
import { toolsetFacts, toolsetLine } from "./toolset-facts.ts";

export const KINDS = ["tool", "skill", "mcp_server", "toolset"] as const;

export type Kind = (typeof KINDS)[number];

/** One thing that can be looked at. */
export interface Subject {
  readonly name: string;
  readonly isActive: boolean;
  /** One line for a list. */
  readonly line: string;
  readonly members?: readonly string[];
  readonly schema?: ObjectSchema;
  facts(): string;
}

/** All subjects of a kind, sorted by name. */
export function subjectsOf(kind: Kind, catalog: Catalog): readonly Subject[] {
  switch (kind) {
    case "tool":
      return catalog.list().map((entry) => ({
        name: entry.tool.name,
        isActive: entry.isActive,
        line: toolLine(entry),
        schema: entry.tool.input.json,
        facts: () => toolFacts(entry),
      }));
    case "toolset":
      return catalog.toolsets().map((toolset) => ({
        name: toolset.name,
        isActive: toolset.chosenBy !== undefined,
        line: toolsetLine(toolset),
        members: toolset.members,
        facts: () => toolsetFacts(toolset, catalog),
      }));
    case "mcp_server":
      return catalog.servers.list().map((server) => ({
        name: server.name,
        isActive: server.tools.some((tool) => catalog.get(tool)?.isActive === true),
        line: serverLine(server),
        members: server.tools,
        facts: () => serverFacts(server.name, catalog),
      }));
    case "skill":
      return [];
  }
}
