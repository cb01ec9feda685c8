import type { ToolDefinition } from "../contract/tool-definition.ts";
import type { Surface } from "../ports/journal.ts";
import type { ActiveTools } from "./active-tools.ts";
import type { RegisteredTool } from "./registry.ts";
import type { ToolsetWorld } from "./toolset-members.ts";
import type { ToolsetSettings } from "./toolset-settings.ts";

/** From what the tools of a conversation are found. */
export interface ToolsetRequest {
  readonly tools: readonly RegisteredTool[];
  readonly settings: ToolsetSettings;
  readonly surface: Surface;
  /** The request's own toolset; beats everything. */
  readonly request?: ChosenToolset;
  /** The session's override. */
  readonly session?: ChosenToolset;
  /** What the parent conversation has: a sub-agent never gets more. */
  readonly within?: ActiveTools;
  /** Why a tool is not usable now, as a sentence; `candidates` are the names of this conversation before hiding. */
  readonly hiddenReason?: (tool: ToolDefinition, candidates: readonly string[]) => string | undefined;
  /** Toolsets a tool belongs to besides the sets that name it. Default: `joinsByItself`. */
  readonly joins?: ToolsetWorld["joins"];
}

export interface ChosenToolset {
  readonly name: string;
  /** For people: `request`, `session (/toolset)`, `flag --toolset`. */
  readonly origin: string;
}
