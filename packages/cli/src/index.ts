export {
  bounded,
  Catalog,
  defineService,
  defineTool,
  fail,
  Files,
  isToolResult,
  ok,
  Outputs,
  UndoData,
} from "@wield/core";
export type {
  Effect,
  Outcome,
  RunContext,
  ToolDefinition,
  ToolExample,
  ToolResult,
  ToolSpec,
  ToolView,
} from "@wield/core";
