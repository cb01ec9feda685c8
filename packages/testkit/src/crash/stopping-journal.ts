import type { Journal } from "@wield/core";
import type { CrashPoints } from "./crash-points.ts";

/** Points: `before intent`, `after intent`, `before TYPE` and `after TYPE` for entries that are only appended. */
export function stopAroundJournal(inner: Journal, points: CrashPoints): Journal {
  return {
    append(entry) {
      points.reach(`before ${entry.type}`);
      inner.append(entry);
      points.reach(`after ${entry.type}`);
    },
    async sync(entry) {
      points.reach("before intent");
      await inner.sync(entry);
      points.reach("after intent");
    },
  };
}
