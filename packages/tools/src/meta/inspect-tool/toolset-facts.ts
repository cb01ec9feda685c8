import type { Catalog, CatalogToolset } from "@wield/core";

/** Who is in a toolset, and what that means in this conversation. */
export function toolsetFacts(toolset: CatalogToolset, catalog: Catalog): string {
  const { name, members, origin, chosenBy } = toolset;
  const missing = members.filter((member) => catalog.get(member) === undefined);
  const state =
    chosenBy === undefined ? "not used by this conversation" : `used by this conversation (${chosenBy})`;
  const lines = [`${name} — toolset, ${origin}; ${state}`, `members: ${members.join(", ") || "none"}`];
  if (missing.length > 0) lines.push(`not registered here: ${missing.join(", ")}`);
  if (chosenBy !== undefined) {
    const active = activeNames(catalog);
    const companions = active.filter((tool) => !members.includes(tool));
    lines.push(
      `active: ${active.join(", ") || "none"}`,
      `joined as companions or by name: ${companions.join(", ") || "none"}`,
    );
  }
  return lines.join("\n");
}

export function toolsetLine({ name, members, chosenBy }: CatalogToolset): string {
  return `${name} — ${members.length} members${chosenBy === undefined ? "" : ` (used by this conversation: ${chosenBy})`}`;
}

function activeNames(catalog: Catalog): string[] {
  return catalog
    .list()
    .filter(({ isActive }) => isActive)
    .map(({ tool }) => tool.name);
}
