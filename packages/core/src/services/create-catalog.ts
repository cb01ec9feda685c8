import type { ActiveTools } from "../registry/active-tools.ts";
import type { Catalog, CatalogEntry, ServerCatalog } from "./catalog.ts";

/** The registry as one conversation sees it. Internal tools are not part of it. */
export function createCatalog(tools: ActiveTools, servers: ServerCatalog): Catalog {
  const entries = new Map<string, CatalogEntry>();
  for (const [name, { tool, origin }] of tools.active) entries.set(name, { tool, origin, isActive: true });
  for (const [name, { tool, origin, reason, cause }] of tools.inactive) {
    if (cause !== "internal") entries.set(name, { tool, origin, isActive: false, reason });
  }
  const sorted = [...entries.values()].toSorted((a, b) => (a.tool.name < b.tool.name ? -1 : 1));
  return {
    list: () => sorted,
    get: (name) => entries.get(name),
    servers,
    toolsets: () =>
      [...(tools.toolsets ?? [])].map(([name, facts]) => ({
        name,
        ...facts,
        ...(name === tools.toolset ? { chosenBy: tools.toolsetOrigin } : {}),
      })),
  };
}
