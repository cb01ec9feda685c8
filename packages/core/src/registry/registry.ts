import type { FailedResult } from "../contract/result.ts";
import type { ToolDefinition } from "../contract/tool-definition.ts";

export type ToolSourceKind = "built_in" | "person" | "workspace" | "embedder" | "mcp" | "internal";

/** A tool and where it was found. */
export interface RegisteredTool {
  readonly tool: ToolDefinition;
  readonly source: ToolSourceKind;
  /** For people: `built in`, a file path, `embedder`, an MCP server's name. */
  readonly origin: string;
  /** The origin it took the place of, when it is a replacement. */
  readonly replaces?: string;
}

export interface ToolLayer {
  readonly source: ToolSourceKind;
  readonly tools: readonly { readonly tool: ToolDefinition; readonly origin: string }[];
}

/** All known tools, as layers that can be taken away again. A call already resolved runs to its end. */
export interface Registry {
  /**
   * Adds a layer. Two tools of one name fail with `duplicate_tool`, naming both places, unless the name is in
   * `replace` (or `replace` is true); what `defineTool` did not make fails with `not_a_tool`. Nothing is added then.
   */
  add(
    layer: ToolLayer,
    replace?: readonly string[] | true,
  ): { readonly ok: true; readonly remove: () => void } | FailedResult;
  /** Sorted by name; the same list object until a layer comes or goes. */
  list(): readonly RegisteredTool[];
  get(name: string): RegisteredTool | undefined;
}
