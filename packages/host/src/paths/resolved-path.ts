import type { ResolvedPath, Workspace } from "@wield/core";
import { identityOf } from "../walk/held.ts";
import type { Located } from "../walk/locate.ts";
import { displayOf, zoneOf } from "../walk/zone.ts";

/** What guards and locks judge: the place a walk really ended at. */
export function resolvedPath(located: Located, given: string, workspace: Workspace): ResolvedPath {
  const stats = located.ending.kind === "found" ? located.ending.object.stats : undefined;
  return {
    given,
    real: located.real,
    display: displayOf(located.real, workspace),
    zone: zoneOf(located.real, workspace),
    exists: stats !== undefined,
    ...(stats === undefined ? {} : { identity: identityOf(stats) }),
    lineage: located.lineage,
    ...(stats?.isFile() === true ? { links: Number(stats.nlink) } : {}),
  };
}
