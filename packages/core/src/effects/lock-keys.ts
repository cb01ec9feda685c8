import type { ResolvedEffect } from "../policy/guard.ts";

/** What a call must hold while it runs. */
export interface LockKey {
  readonly key: string;
  readonly isExclusive: boolean;
  /** A lock on a folder covers what is in it. */
  readonly isPath: boolean;
}

/** The locks of a call's effects, one per key (the stricter wins), in sorted order. */
export function lockKeys(effects: readonly ResolvedEffect[], sessionId: string): readonly LockKey[] {
  const keys = new Map<string, LockKey>();
  for (const resolved of effects) {
    const found = lockOf(resolved, sessionId);
    if (found === undefined) continue;
    const held = keys.get(found.key);
    if (held === undefined || (!held.isExclusive && found.isExclusive)) keys.set(found.key, found);
  }
  return [...keys.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

function lockOf({ effect, path }: ResolvedEffect, sessionId: string): LockKey | undefined {
  const record = (key: string, isExclusive = true): LockKey => ({
    key,
    isExclusive,
    isPath: false,
  });
  switch (effect.kind) {
    case "read":
      return { key: path?.real ?? effect.path, isExclusive: false, isPath: true };
    case "write":
    case "delete":
      return { key: path?.real ?? effect.path, isExclusive: true, isPath: true };
    case "run":
      return record(effect.shell ?? `shell:${sessionId}`);
    case "browser":
      return record(`browser:${sessionId}`);
    case "code":
      return record(`scratchpad:${effect.scratchpad}`);
    case "index":
      return record(`collection:${effect.collection}`);
    case "memory":
    case "skill":
      return record(`${effect.kind}:${effect.record}`, effect.changes);
    case "todo":
      return record(`todo:${effect.list}`, effect.changes);
    case "person":
      return record(`person:${sessionId}`);
    case "opaque":
      return effect.resource === undefined ? undefined : record(`resource:${effect.resource}`);
    case "connect":
    case "agent":
      return undefined;
  }
}

/** True when two calls holding these may not run at once. */
export function locksConflict(left: readonly LockKey[], right: readonly LockKey[]): boolean {
  return left.some((one) =>
    right.some((other) => (one.isExclusive || other.isExclusive) && overlaps(one, other)),
  );
}

/** The key both touch, when at least one of them changes it. */
export function sharedKey(left: readonly LockKey[], right: readonly LockKey[]): string | undefined {
  return left.find(
    (one) => one.isExclusive && right.some((other) => other.isExclusive && overlaps(one, other)),
  )?.key;
}

function overlaps(left: LockKey, right: LockKey): boolean {
  if (left.isPath !== right.isPath) return false;
  return (
    left.key === right.key ||
    (left.isPath && (isInside(left.key, right.key) || isInside(right.key, left.key)))
  );
}

function isInside(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
