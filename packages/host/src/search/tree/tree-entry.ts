import { lstatSync, readlinkSync } from "node:fs";
import type { BigIntStats } from "node:fs";
import type { FileKind, ResolvedPath, WalkEntry, WalkStat } from "@wield/core";
import { mayShow } from "../../files/open-path.ts";
import type { FilesContext } from "../../files/open-path.ts";
import { resolvedPath } from "../../paths/resolved-path.ts";
import { identityOf } from "../../walk/held.ts";
import { locate } from "../../walk/locate.ts";
import { osError } from "../../walk/os-error.ts";
import { displayOf, zoneOf } from "../../walk/zone.ts";
import { realOf } from "./tree-folder.ts";
import type { TreeFolder } from "./tree-folder.ts";

/** What one walk shares with all its entries. */
export interface TreeView {
  readonly context: FilesContext;
  /** No rule closes a single name: only files with several names have to be asked for. */
  readonly isOpen: boolean;
  /** Told of what a rule closes. */
  closed(path: string, kind: FileKind): void;
}

/** The entry that is visited: one object for a whole walk, for a tree has very many of them. */
export class TreeEntry implements WalkEntry {
  name = "";
  depth = 0;
  kind: FileKind = "file";
  ignoredBy: WalkEntry["ignoredBy"];
  #folder: TreeFolder | undefined;
  readonly #view: TreeView;

  constructor(view: TreeView) {
    this.#view = view;
  }

  get path(): string {
    return this.#at.prefix + this.name;
  }

  /** Becomes another entry of `folder`. */
  show(folder: TreeFolder, entry: Pick<WalkEntry, "name" | "kind" | "ignoredBy">): void {
    this.#folder = folder;
    this.depth = folder.depth;
    this.name = entry.name;
    this.kind = entry.kind;
    this.ignoredBy = entry.ignoredBy;
  }

  stat(): WalkStat | undefined {
    const stats = look(() => lstatSync(this.#at.held.at(this.name)));
    if (stats === undefined) return undefined;
    // A file with several names may be one that is closed under another.
    const isSuspect = this.#view.isOpen && stats.nlink > 1 && !stats.isDirectory();
    if (isSuspect && !this.isShown()) return undefined;
    return { size: stats.size, modifiedAt: stats.mtimeMs };
  }

  glance(): WalkStat | undefined {
    const stats = this.#view.isOpen ? look(() => lstatSync(realOf(this.#at, this.name))) : undefined;
    if (stats === undefined || stats.nlink > 1) return this.stat();
    return { size: stats.size, modifiedAt: stats.mtimeMs };
  }

  target(): string | undefined {
    return look(() => readlinkSync(this.#at.held.at(this.name)));
  }

  follow(): WalkStat | undefined {
    const { context } = this.#view;
    const real = realOf(this.#at, this.name);
    using located = locate(context.walker, real);
    if (located.ending.kind !== "found" || !located.ending.object.stats.isFile()) return undefined;
    if (!mayShow(context.scope, resolvedPath(located, real, context.scope.workspace))) return undefined;
    const { stats } = located.ending.object;
    return { size: Number(stats.size), modifiedAt: Number(stats.mtimeNs / 1000n) / 1000 };
  }

  get #at(): TreeFolder {
    if (this.#folder === undefined) throw new Error("an entry was used before it was visited");
    return this.#folder;
  }

  /** Whether the name may be told. A closed one is counted. */
  isShown(): boolean {
    const stats = look(() => lstatSync(this.#at.held.at(this.name), { bigint: true }));
    if (stats === undefined) return false;
    const real = realOf(this.#at, this.name);
    const path = pathIn({ real, stats, lineage: this.#at.lineage }, this.#view.context);
    if (mayShow(this.#view.context.scope, path)) return true;
    this.#view.closed(this.path, this.kind);
    return false;
  }
}

/** Nothing when the system has nothing to say: what was listed a moment ago may be gone. */
function look<Answer>(ask: () => Answer): Answer | undefined {
  try {
    return ask();
  } catch (error) {
    osError(error);
    return undefined;
  }
}

/** What guards judge, for something found in a walk. */
export function pathIn(
  found: Pick<ResolvedPath, "real" | "lineage"> & { readonly stats: BigIntStats },
  { scope }: FilesContext,
): ResolvedPath {
  const { real, lineage, stats } = found;
  const display = displayOf(real, scope.workspace);
  return {
    given: display,
    real,
    display,
    zone: zoneOf(real, scope.workspace),
    exists: true,
    identity: identityOf(stats),
    lineage,
    ...(stats.isFile() ? { links: Number(stats.nlink) } : {}),
  };
}
