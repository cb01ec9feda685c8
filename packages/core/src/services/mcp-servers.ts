import type { JsonObject } from "../contract/json.ts";
import type { Outcome, ToolResult } from "../contract/result.ts";
import { defineService } from "./service.ts";

/** How one configured server stands. `no_tools`: it runs, but its tools could not be listed. */
export type McpServerState =
  | "waiting"
  | "connecting"
  | "connected"
  | "no_tools"
  | "failed"
  | "login_needed"
  | "disabled"
  | "closed";

export interface McpServerStatus {
  readonly name: string;
  readonly state: McpServerState;
  /** Why it is not connected, or what is wrong with what it offers. */
  readonly reason?: string;
  readonly transport: "stdio" | "http";
  /** Names under which its tools are registered, sorted. */
  readonly tools: readonly string[];
  /** Tools that were left out, changed or renamed, and why. */
  readonly warnings: readonly string[];
  readonly hasResources: boolean;
  readonly hasPrompts: boolean;
  /** The server's own words; never part of a prompt. */
  readonly instructions?: string;
  /** What it wrote to its standard error last. */
  readonly lastWords: readonly string[];
}

export interface McpToolCall {
  readonly input: JsonObject;
  /** Told what the server tells while it works. */
  readonly progress?: (message: string, fraction?: number) => void;
}

export interface McpResource {
  readonly server: string;
  readonly uri: string;
  readonly name: string;
  readonly mediaType?: string;
  /** Whether `uri` is a template with parts to fill in. */
  readonly isTemplate: boolean;
}

export interface McpResourceList {
  readonly resources: readonly McpResource[];
  /** Servers whose list could not be had, as sentences. */
  readonly problems: readonly string[];
}

export interface McpResourceContent {
  /** Parts joined; what is no text is named with its kind and size. */
  readonly text: string;
  readonly uri: string;
  readonly mediaType?: string;
  readonly bytes: number;
}

/**
 * Other people's servers as one call may use them. Whatever they say is marked as coming from outside. Failures carry
 * the codes `mcp_error`, `mcp_disconnected`, `mcp_unavailable`, `login_needed`, `tool_gone`, `timeout`,
 * `unknown_server` and `no_such_resource`.
 */
export interface McpServers {
  status(): readonly McpServerStatus[];
  /** Calls the tool under the name its server gave it. */
  callTool(server: string, tool: string, call: McpToolCall): Promise<ToolResult>;
  /** Of one server, or of all that have some. */
  resources(server?: string): Promise<Outcome<McpResourceList>>;
  /** Without `server`, the one that listed the address. */
  readResource(uri: string, server?: string): Promise<Outcome<McpResourceContent>>;
}

export const McpServers = defineService<McpServers>()("mcp");
