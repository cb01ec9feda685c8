import { defineForeignTool, McpServers, type ToolDefinition } from "@wield/core";
import type { ServerEntry } from "../server-entry.ts";
import { compileCheck, type SchemaCompiler } from "./compile-check.ts";
import { modelSchema } from "./model-schema.ts";
import type { ServerTool } from "./read-definition.ts";

const CODES = {
  mcp_error: "the server answered with an error of the protocol",
  mcp_disconnected: "the server went away during the call; it may have happened",
  mcp_unavailable: "the server is not connected",
  login_needed: "the server wants a login first",
  tool_gone: "the server no longer offers this tool",
};

export interface ForeignTool {
  readonly definition: ToolDefinition;
  readonly warning?: string;
}

/** A server's tool as one of ours: judged, journaled and fenced like every other. */
export function foreignTool(
  name: string,
  tool: ServerTool,
  { entry, compiler }: { readonly entry: ServerEntry; readonly compiler: SchemaCompiler },
): ForeignTool {
  const { check, warning } = compileCheck(tool.rawSchema, compiler);
  const mutates = !(entry.trustsHints && tool.isReadOnly);
  const definition = defineForeignTool({
    name,
    description: tool.description,
    schema: {
      json: warning === undefined ? tool.schema.json : modelSchema(tool.schema.json, compiler),
      check,
    },
    mutates,
    // What somebody else's program does is not known; one that is believed to report only is not held to it.
    effects: mutates ? [{ kind: "opaque", label: `${entry.name}: ${tool.tool}`.slice(0, 200) }] : [],
    codes: CODES,
    ...(entry.timeoutMs === undefined ? {} : { timeoutMs: entry.timeoutMs }),
    needs: [McpServers],
    run: (input, { mcp, progress }) => mcp.callTool(entry.name, tool.tool, { input, progress }),
  });
  return { definition, ...(warning === undefined ? {} : { warning }) };
}
