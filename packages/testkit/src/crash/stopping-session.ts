import type { OpenSession } from "@wield/core";
import type { CrashPoints } from "./crash-points.ts";

/**
 * Points, by the number of the append in this process: `before append N`, `written N` (handed over, perhaps not on
 * disk) and `after append N`.
 */
export function stopAroundSession(inner: OpenSession, points: CrashPoints): OpenSession {
  const { id, workspaceRoot, parentId, events, problems } = inner;
  let appends = 0;
  return {
    id,
    workspaceRoot,
    ...(parentId === undefined ? {} : { parentId }),
    events,
    problems,
    async append(event, options) {
      appends += 1;
      const number = appends;
      points.reach(`before append ${number}`);
      const appending = inner.append(event, options);
      points.reach(`written ${number}`);
      const stored = await appending;
      points.reach(`after append ${number}`);
      return stored;
    },
    close: () => inner.close(),
  };
}
