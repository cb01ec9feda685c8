import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import type { BigIntStats } from "node:fs";
import { join } from "node:path";

interface SeenEntry {
  readonly kind: "file" | "directory" | "link" | "other";
  readonly size: bigint;
  readonly mode: bigint;
  /** Inode and both times: they tell a rewrite with the same bytes. */
  readonly trace: string;
  /** Content of a file, target of a link. */
  readonly hash: string;
}

/** Everything below a folder at one instant, by path relative to it with `/` separators. */
export type TreeSnapshot = ReadonlyMap<string, SeenEntry>;

export interface TreeChange {
  readonly path: string;
  /** `touched`: written, but left as it was; for a folder, something in it came and went. */
  readonly how: "created" | "deleted" | "changed" | "mode" | "touched";
}

/** Links are not followed. The folder itself is the entry `.`. */
export function takeSnapshot(root: string): TreeSnapshot {
  const seen = new Map<string, SeenEntry>();
  look(root, ".", seen);
  return seen;
}

/** What differs between two snapshots, sorted by path. A folder whose listing differs is not named beside its entries. */
export function compareSnapshots(before: TreeSnapshot, after: TreeSnapshot): readonly TreeChange[] {
  const changes: TreeChange[] = [];
  for (const [path, old] of before) {
    const now = after.get(path);
    if (now === undefined) changes.push({ path, how: "deleted" });
    else if (old.kind !== now.kind || old.hash !== now.hash) changes.push({ path, how: "changed" });
    else if (old.mode !== now.mode) changes.push({ path, how: "mode" });
    else if (old.trace !== now.trace) changes.push({ path, how: "touched" });
  }
  for (const path of after.keys()) {
    if (!before.has(path)) changes.push({ path, how: "created" });
  }
  return changes.filter((change) => !isListingChange(change, changes)).toSorted(byPath);
}

function look(absolute: string, path: string, seen: Map<string, SeenEntry>): void {
  const stats = lstatSync(absolute, { bigint: true });
  const kind = kindOf(stats);
  seen.set(path, {
    kind,
    size: stats.size,
    mode: stats.mode,
    trace: `${stats.ino} ${stats.mtimeNs} ${stats.ctimeNs}`,
    hash: hashOf(absolute, kind),
  });
  if (kind !== "directory") return;
  for (const name of readdirSync(absolute)) {
    look(join(absolute, name), path === "." ? name : `${path}/${name}`, seen);
  }
}

function kindOf(stats: BigIntStats): SeenEntry["kind"] {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "directory";
  return stats.isSymbolicLink() ? "link" : "other";
}

function hashOf(absolute: string, kind: SeenEntry["kind"]): string {
  if (kind === "link") return readlinkSync(absolute);
  if (kind !== "file") return "";
  try {
    return createHash("sha256").update(readFileSync(absolute)).digest("hex");
  } catch {
    return "unreadable";
  }
}

function isListingChange(change: TreeChange, all: readonly TreeChange[]): boolean {
  if (change.how !== "touched") return false;
  const inside = change.path === "." ? "" : `${change.path}/`;
  return all.some(
    (other) =>
      (other.how === "created" || other.how === "deleted") &&
      other.path.startsWith(inside) &&
      !other.path.slice(inside.length).includes("/"),
  );
}

function byPath(left: TreeChange, right: TreeChange): number {
  return left.path < right.path ? -1 : 1;
}
