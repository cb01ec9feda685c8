import type { CallScope } from "../pipeline/call-scope.ts";
import type { ServerCatalog } from "./catalog.ts";
import { McpServers, type McpServerStatus } from "./mcp-servers.ts";
import type { ServiceProvider } from "./provider.ts";

/** The MCP servers as one call may look at them. Of a host that has none there is nothing to see. */
export function serverCatalog(services: readonly ServiceProvider[], scopeOf: () => CallScope): ServerCatalog {
  const status = (): readonly McpServerStatus[] =>
    services.find(isOfMcpServers)?.open(scopeOf()).status() ?? [];
  return {
    list: status,
    get: (name) => {
      const found = status().find((server) => server.name === name);
      if (found !== undefined) scopeOf().cameFrom(name);
      return found;
    },
  };
}

function isOfMcpServers(provider: ServiceProvider): provider is ServiceProvider<McpServers> {
  return provider.token.name === McpServers.name;
}
