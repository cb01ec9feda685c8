import type { Catalog, ServerCatalog } from "@wield/core";

/** How one MCP server stands and what it offers. What stands in its entry, secrets too, is not part of it. */
export function serverFacts(name: string, catalog: Catalog): string {
  const server = catalog.servers.get(name);
  if (server === undefined) return `${name} — MCP server, no longer configured`;
  const { state, reason, transport, tools, warnings, hasResources, hasPrompts, instructions, lastWords } =
    server;
  const isFailed = state === "failed" || state === "no_tools" || state === "login_needed";
  const lines = [
    `${name} — MCP server; ${state.replaceAll("_", " ")} (${transport})`,
    ...(reason === undefined ? [] : [`reason: ${reason}`]),
    ...(isFailed && lastWords.length > 0 ? ["it wrote last:", ...lastWords.map((line) => `| ${line}`)] : []),
    `tools: ${tools.length === 0 ? "none" : ""}`.trimEnd(),
    ...tools.map((tool) => `- ${tool}${catalog.get(tool)?.isActive === true ? "" : " (not active)"}`),
    ...warnings.map((warning) => `note: ${warning}`),
    `resources: ${hasResources ? "yes" : "no"} · prompts: ${hasPrompts ? "yes" : "no"}`,
    ...(instructions === undefined ? [] : ["its own instructions:", instructions]),
  ];
  return lines.join("\n");
}

export function serverLine({ name, state, tools }: ReturnType<ServerCatalog["list"]>[number]): string {
  return `${name} — ${state.replaceAll("_", " ")}, ${tools.length} tools`;
}
