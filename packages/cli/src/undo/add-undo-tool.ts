import type { Runtime } from "@wield/app";
import type { FailedResult } from "@wield/core";
import { UNDO_TOOL } from "./undo-plan.ts";
import { undoChangesTool } from "./undo-changes.tool.ts";

/** Makes the undo tool known to a runtime, which alone knows where its kept changes are. Once is enough. */
export function addUndoTool({ registry, store, workspaceRoot }: Runtime): FailedResult | undefined {
  if (registry.get(UNDO_TOOL) !== undefined) return undefined;
  const tool = undoChangesTool({
    get: (callId) => store.undo.get(workspaceRoot, callId),
    content: (callId, index) => store.undo.content(workspaceRoot, callId, index),
  });
  const added = registry.add({ source: "internal", tools: [{ tool, origin: "built in" }] });
  return added.ok ? undefined : added;
}
