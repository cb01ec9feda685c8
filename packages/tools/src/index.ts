export type { BuiltInTool } from "./built-in-tool.ts";
export { BUILT_IN_TOOLS } from "./built-in.generated.ts";
export { loadBuiltInTool, loadBuiltInTools } from "./load-built-in-tools.ts";
export { unifiedDiff } from "./files/diff/unified-diff.ts";
export type { DiffOptions, UnifiedDiff } from "./files/diff/unified-diff.ts";
