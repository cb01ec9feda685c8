/** What a tool file gets when it imports `wield`. The package of that name exports the same. */
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
