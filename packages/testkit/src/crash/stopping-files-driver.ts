import type { FilesDriver } from "@wield/core";
import type { CrashPoints } from "./crash-points.ts";

/** Points: `before undo data`, `before change` (the undo data is on disk, nothing is to be seen yet), `after change`. */
export function stopAroundFiles(inner: FilesDriver, points: CrashPoints): FilesDriver {
  return {
    resolve: (path, workspace) => inner.resolve(path, workspace),
    open: (scope) =>
      inner.open({
        ...scope,
        async saveUndo(before) {
          points.reach("before undo data");
          const receipt = await scope.saveUndo(before);
          points.reach("before change");
          return receipt;
        },
        changed(display, access) {
          points.reach("after change");
          scope.changed(display, access);
        },
      }),
  };
}
