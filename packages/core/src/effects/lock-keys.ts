import type { ResolvedEffect } from "../policy/guard.ts";

/** What a call must hold while it runs. Shared when it only looks. */
export interface LockKey {
  readonly key: string;
  readonly isExclusive: boolean;
  /** A lock on a folder covers what is in it. */
  readonly isPath: boolean;
  /** After a failed change of it, later changes of the same batch are not made: a path or a record. */
  readonly holdsBack: boolean;
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

function lockOf({ effect, path: resolved }: ResolvedEffect, sessionId: string): LockKey | undefined {
  const path = (isExclusive: boolean, real: string): LockKey => ({
    key: real,
    isExclusive,
    isPath: true,
    holdsBack: isExclusive,
  });
  const record = (key: string, isExclusive: boolean): LockKey => ({
    key,
    isExclusive,
    isPath: false,
    holdsBack: isExclusive,
  });
  /** Something only one call at a time can use. */
  const place = (key: string): LockKey => ({ key, isExclusive: true, isPath: false, holdsBack: false });
  switch (effect.kind) {
    case "read":
      return path(false, resolved?.real ?? effect.path);
    case "write":
    case "delete":
      return path(true, resolved?.real ?? effect.path);
    case "run":
      return place(effect.shell ?? `shell:${sessionId}`);
    case "browser":
      return place(`browser:${sessionId}`);
    case "code":
      return place(`scratchpad:${effect.scratchpad}`);
    case "index":
      return record(`collection:${effect.collection}`, true);
    case "memory":
    case "skill":
      return record(`${effect.kind}:${effect.record}`, effect.changes);
    case "todo":
      return record(`todo:${effect.list}`, effect.changes);
    case "person":
      return place(`person:${sessionId}`);
    case "opaque":
      return effect.resource === undefined ? undefined : place(`resource:${effect.resource}`);
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

/** The path or record that both change, as `later` names it. */
export function sharedChange(earlier: readonly LockKey[], later: readonly LockKey[]): LockKey | undefined {
  return later.find(
    (one) => one.holdsBack && earlier.some((other) => other.holdsBack && overlaps(one, other)),
  );
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
