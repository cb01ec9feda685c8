import type { FailedResult } from "../contract/result.ts";
import type { PathResolver, ResolvedPath, Workspace } from "../ports/paths.ts";
import type { ResolvedEffect } from "../policy/guard.ts";
import { isPathEffect, type Effect } from "./effect.ts";

/** Resolves the paths of effects to real ones; a path that cannot be one ends the call. */
export async function resolveEffects(
  effects: readonly Effect[],
  workspace: Workspace,
  resolver: PathResolver,
): Promise<readonly ResolvedEffect[] | FailedResult> {
  const resolved: ResolvedEffect[] = [];
  // A file that is read and written is one place.
  const known = new Map<string, ResolvedPath>();
  for (const effect of effects) {
    if (!isPathEffect(effect)) {
      resolved.push(Object.freeze({ effect }));
      continue;
    }
    const path = known.get(effect.path) ?? (await resolver.resolve(effect.path, workspace));
    if ("status" in path) return path;
    // Guards see it: nobody may make it another path afterwards.
    const lineage = Object.freeze([...path.lineage]);
    const frozen = Object.freeze({ ...path, lineage });
    known.set(effect.path, frozen);
    resolved.push(Object.freeze({ effect, path: frozen }));
  }
  return Object.freeze(resolved);
}
