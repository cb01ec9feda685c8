/** Where one MCP client keeps its servers, and in which form. */
export interface McpClient {
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** Relative to the workspace, or to the person's home. */
  readonly file: { readonly in: "workspace" | "home"; readonly path: string };
  readonly form:
    | { readonly kind: "json"; readonly member: string; readonly hasType: boolean }
    | { readonly kind: "toml"; readonly table: string };
}

/** As each client documents it. */
export const MCP_CLIENTS: readonly McpClient[] = [
  {
    name: "claude-code",
    title: "Claude Code, for this project",
    file: { in: "workspace", path: ".mcp.json" },
    form: { kind: "json", member: "mcpServers", hasType: false },
  },
  {
    name: "cursor",
    title: "Cursor, for this project",
    file: { in: "workspace", path: ".cursor/mcp.json" },
    form: { kind: "json", member: "mcpServers", hasType: false },
  },
  {
    name: "vscode",
    title: "Visual Studio Code, for this project",
    file: { in: "workspace", path: ".vscode/mcp.json" },
    form: { kind: "json", member: "servers", hasType: true },
  },
  {
    name: "codex",
    title: "Codex, for all projects",
    file: { in: "home", path: ".codex/config.toml" },
    form: { kind: "toml", table: "mcp_servers" },
  },
  {
    name: "gemini",
    title: "Gemini CLI, for all projects",
    file: { in: "home", path: ".gemini/settings.json" },
    form: { kind: "json", member: "mcpServers", hasType: false },
  },
  {
    name: "windsurf",
    title: "Windsurf, for all projects",
    file: { in: "home", path: ".codeium/windsurf/mcp_config.json" },
    form: { kind: "json", member: "mcpServers", hasType: false },
  },
];
