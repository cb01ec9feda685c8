import type { ToolDefinition } from "@wield/core";

/** A tool that ships, and how to get it. Nothing of it is loaded until it is asked for. */
export interface BuiltInTool {
  readonly name: string;
  readonly family: string;
  readonly load: () => Promise<{ readonly default: ToolDefinition }>;
}
