import type { Runtime } from "@wield/app";
import type { FailedResult, ServiceProvider } from "@wield/core";
import { createLocalFiles } from "@wield/host";
import { restoringService } from "./restoring.service.ts";
import { undoChangesTool } from "./undo-changes.tool.ts";

/** Services a runtime has to be opened with so that changes can be taken back in it. */
export function undoServices(): readonly ServiceProvider[] {
  return [restoringService(createLocalFiles())];
}

/** Makes the undo tool known to a runtime, which alone knows where its kept changes are. */
export function addUndoTool({ registry, store, workspaceRoot }: Runtime): FailedResult | undefined {
  const tool = undoChangesTool({
    get: (callId) => store.undo.get(workspaceRoot, callId),
    content: (callId, index) => store.undo.content(workspaceRoot, callId, index),
  });
  const added = registry.add({ source: "internal", tools: [{ tool, origin: "built in" }] });
  return added.ok ? undefined : added;
}
