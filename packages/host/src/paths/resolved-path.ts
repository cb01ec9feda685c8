import type { ResolvedPath, Workspace } from "@wield/core";
import type { ObjectStats } from "../files/object-stats.ts";
import { identityOf } from "../walk/held.ts";
import type { Located } from "../walk/locate.ts";
import { displayOf, zoneOf } from "../walk/zone.ts";

/** What guards and locks judge: the place a walk really ended at. */
export function resolvedPath(located: Located, given: string, workspace: Workspace): ResolvedPath {
  const stats = located.ending.kind === "found" ? located.ending.object.stats : undefined;
  const { real, lineage } = located;
  const object = stats === undefined ? {} : { stats, identity: identityOf(stats) };
  return placeAsPath({ real, lineage, ...object }, given, workspace);
}

/** What was found at a real path, and what it is when something is there. */
export interface FoundPlace extends Pick<ResolvedPath, "real" | "lineage" | "identity"> {
  readonly stats?: Pick<ObjectStats, "isFile" | "nlink">;
}

export function placeAsPath(found: FoundPlace, given: string, workspace: Workspace): ResolvedPath {
  const { real, lineage, identity, stats } = found;
  return {
    given,
    real,
    display: displayOf(real, workspace),
    zone: zoneOf(real, workspace),
    exists: stats !== undefined,
    ...(identity === undefined ? {} : { identity }),
    lineage,
    ...(stats?.isFile() === true ? { links: Number(stats.nlink) } : {}),
  };
}
