import type { FailedResult } from "../contract/result.ts";
import type { PathResolver, Workspace } from "../ports/paths.ts";
import type { ResolvedEffect } from "../policy/guard.ts";
import { isPathEffect, type Effect } from "./effect.ts";

/** Resolves the paths of effects to real ones; a path that cannot be one ends the call. */
export async function resolveEffects(
  effects: readonly Effect[],
  workspace: Workspace,
  resolver: PathResolver,
): Promise<readonly ResolvedEffect[] | FailedResult> {
  const resolved: ResolvedEffect[] = [];
  for (const effect of effects) {
    if (!isPathEffect(effect)) {
      resolved.push(Object.freeze({ effect }));
      continue;
    }
    const path = await resolver.resolve(effect.path, workspace);
    if ("status" in path) return path;
    // Guards see it: nobody may make it another path afterwards.
    const lineage = Object.freeze([...path.lineage]);
    resolved.push(Object.freeze({ effect, path: Object.freeze({ ...path, lineage }) }));
  }
  return Object.freeze(resolved);
}
