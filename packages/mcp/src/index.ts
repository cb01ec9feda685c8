export { serveStdio } from "./serve/serve-stdio.ts";
export type { McpRuntime, ServeStdioOptions } from "./serve/serve-options.ts";
export { createMcpServers } from "./client/servers/mcp-servers.ts";
export type { McpServersHost, McpServersOptions } from "./client/servers/mcp-servers.ts";
export type { DefinitionPins, PinnedDefinition } from "./client/servers/definition-pins.ts";
export type { ServerEntry, ServerReach } from "./client/server-entry.ts";
export { createHttpEndpoint } from "./http/http-endpoint.ts";
export type { HttpEndpoint, HttpEndpointOptions } from "./http/http-endpoint.ts";
export type { Offers, OfferScope, PromptSource, ResourceSource } from "./offers/offers.ts";
