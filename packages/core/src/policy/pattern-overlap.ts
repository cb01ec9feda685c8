import type { PatternName } from "./guard.ts";

/** How far two patterns have to agree. */
export interface Overlap {
  /** A path below one that `place` matches counts too. */
  readonly isBelow: boolean;
  /** A path above one that `place` matches counts too. */
  readonly isAbove: boolean;
}

/** Whether some path can be matched by both: what a command names, and a place that a rule or the floor is about. */
export function mayMeet(
  named: readonly PatternName[],
  place: readonly PatternName[],
  { isBelow, isAbove }: Overlap,
): boolean {
  const seen = new Set<number>();
  const waiting: [number, number][] = [[0, 0]];
  const next = (left: number, right: number): void => {
    const key = left * (place.length + 1) + right;
    if (seen.has(key)) return;
    seen.add(key);
    waiting.push([left, right]);
  };
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const [left, right] = at;
    const [mine, theirs] = [named[left], place[right]];
    if (theirs === undefined && (mine === undefined || isBelow)) return true;
    if (mine === undefined && isAbove) return true;
    if (mine !== undefined && isAnyFolders(mine)) next(left + 1, right);
    if (theirs !== undefined && isAnyFolders(theirs)) next(left, right + 1);
    if (mine === undefined || theirs === undefined || !namesMeet(mine, theirs)) continue;
    next(left + 1, right + 1);
    if (isAnyFolders(mine)) next(left, right + 1);
    if (isAnyFolders(theirs)) next(left + 1, right);
  }
  return false;
}

function isAnyFolders({ text, isLiteral }: PatternName): boolean {
  return !isLiteral && text === "**";
}

/** Whether one name can be matched by both. A name that begins with a dot is hidden from what begins with a wildcard. */
export function namesMeet(mine: PatternName, theirs: PatternName): boolean {
  if (isAnyFolders(mine) || isAnyFolders(theirs)) return true;
  const [left, right] = [signsOf(mine), signsOf(theirs)];
  if (left[0]?.isWild === true && !left[0].isClass && right[0]?.text === "." && !right[0].isWild)
    return false;
  let reached: ReadonlySet<number> = closure(new Set([0]), right);
  for (const sign of left) {
    const next = new Set<number>();
    for (const at of reached) {
      if (sign.isMany) for (let end = at; end <= right.length; end += 1) next.add(end);
      else {
        const other = right[at];
        if (other === undefined) continue;
        if (other.isMany) next.add(at);
        else if (sign.isWild || other.isWild || sign.text === other.text) next.add(at + 1);
      }
    }
    reached = closure(next, right);
    if (reached.size === 0) return false;
  }
  return reached.has(right.length);
}

interface Sign {
  readonly text: string;
  readonly isWild: boolean;
  readonly isMany: boolean;
  readonly isClass: boolean;
}

function closure(places: ReadonlySet<number>, signs: readonly Sign[]): ReadonlySet<number> {
  const all = new Set(places);
  for (const at of all) if (signs[at]?.isMany === true) all.add(at + 1);
  return all;
}

function signsOf({ text, isLiteral }: PatternName): readonly Sign[] {
  const parts = isLiteral ? Array.from(text) : (text.match(/\\[\s\S]|\[[!^]?\]?[^\]]*\]|[\s\S]/gu) ?? []);
  return parts.map((part): Sign => {
    const isClass = !isLiteral && part.length > 1 && part.startsWith("[");
    const isMany = !isLiteral && part === "*";
    return {
      text: !isLiteral && part.length === 2 && part.startsWith("\\") ? part.slice(1) : part,
      isWild: isMany || isClass || (!isLiteral && part === "?"),
      isMany,
      isClass,
    };
  });
}
