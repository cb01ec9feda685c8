import type { McpRuntime } from "./serve-options.ts";

type McpApprovals = "elicitation" | "surfaces" | "deny";

export interface McpSettings {
  readonly approvals: McpApprovals;
  readonly isStructured: boolean;
}

/** The settings of this package. What cannot be read as a looser value is never read as one. */
export function mcpSettings(runtime: McpRuntime): McpSettings {
  const valueOf = (name: string): unknown =>
    runtime.settings.all.find((setting) => setting.name === name)?.value;
  const approvals = valueOf("mcp.approvals") ?? "elicitation";
  return {
    approvals: approvals === "elicitation" || approvals === "surfaces" ? approvals : "deny",
    isStructured: valueOf("mcp.structured") !== "off",
  };
}
