import type { Dirent } from "node:fs";
import { SKIPPED_NAMES } from "@wield/core";
import type { ClosedCount, FileIdentity, FileKind, WalkEntry, WalkOptions } from "@wield/core";
import { nextTurn } from "../../content/content-mark.ts";
import { mayShow } from "../../files/open-path.ts";
import type { FilesContext } from "../../files/open-path.ts";
import type { Held } from "../../walk/held.ts";
import { isOsError, osError, osReason } from "../../walk/os-error.ts";
import { isIgnored } from "../ignore/ignore-level.ts";
import type { RulesAbove } from "../ignore/ignore-level.ts";
import { pathIn, TreeEntry } from "./tree-entry.ts";
import type { TreeView } from "./tree-entry.ts";
import { kindIn, listTreeFolder, realOf } from "./tree-folder.ts";
import type { FolderPlace, Listing, TreeFolder } from "./tree-folder.ts";

/** How long other work waits for a walk. */
const MAX_MS_AT_A_TIME = 8;
/** The clock is looked at once for so many entries. */
const ENTRIES_BETWEEN_LOOKS = 32;

export interface TreeStart {
  /** The folder, held by whoever starts the walk. */
  readonly held: Held;
  readonly real: string;
  /** Of what is above the folder, the nearest first. */
  readonly lineageAbove: readonly FileIdentity[];
  readonly rulesAbove: readonly RulesAbove[];
}

export interface TreeWalk extends WalkOptions {
  /** So many entries are visited whatever time that takes. Default: none. */
  readonly leastEntries?: number;
  /** Told of each entry that a rule closes, by path relative to the start. */
  onClosed?(path: string, kind: FileKind): void;
}

export interface TreeEnd {
  readonly closed: ClosedCount;
  readonly isComplete: boolean;
}

/**
 * Walks a folder that is held, one folder after the other, each held through the one above it: what is swapped for
 * a link meanwhile is not entered. OS errors of the starting folder are thrown.
 */
export async function walkTree(context: FilesContext, start: TreeStart, walk: TreeWalk): Promise<TreeEnd> {
  const closed = { files: 0, folders: 0 };
  const view: TreeView = {
    context,
    isOpen: context.scope.isOpenBelow?.(start.real) ?? false,
    closed(path, kind) {
      if (kind === "directory") closed.folders += 1;
      else closed.files += 1;
      walk.onClosed?.(path, kind);
    },
  };
  const walking: Walking = { context, start, walk, view, entry: new TreeEntry(view), folders: [] };
  const place = { held: start.held, real: start.real, prefix: "", lineageAbove: start.lineageAbove };
  walking.folders.push(listTreeFolder(place, 1, listingOf(walk)));
  try {
    const isComplete = await visitAll(walking);
    return { closed, isComplete };
  } finally {
    for (const folder of walking.folders) letGo(folder, start);
  }
}

interface Walking {
  readonly context: FilesContext;
  readonly start: TreeStart;
  readonly walk: TreeWalk;
  readonly view: TreeView;
  readonly entry: TreeEntry;
  /** From the start down to the folder that is visited. */
  readonly folders: TreeFolder[];
}

async function visitAll(walking: Walking): Promise<boolean> {
  const { context, folders, start, walk } = walking;
  const begun = performance.now();
  const leastEntries = walk.leastEntries ?? 0;
  let turn = begun;
  let visited = 0;
  let countdown = ENTRIES_BETWEEN_LOOKS;
  for (let folder = folders.at(-1); folder !== undefined; folder = folders.at(-1)) {
    const entry = folder.entries[folder.next];
    folder.next += 1;
    if (entry === undefined) {
      letGo(folder, start);
      folders.pop();
    } else if (!visit(walking, folder, entry)) return false;
    countdown -= 1;
    if (countdown > 0) continue;
    countdown = ENTRIES_BETWEEN_LOOKS;
    visited += ENTRIES_BETWEEN_LOOKS;
    const now = performance.now();
    if (walk.maxMs !== undefined && visited > leastEntries && now - begun > walk.maxMs) return false;
    if (now - turn < MAX_MS_AT_A_TIME) continue;
    await nextTurn();
    if (context.scope.signal.aborted) return false;
    turn = performance.now();
  }
  return true;
}

/** Visits one entry, and enters it when that is asked for. False when the walk is to stop. */
function visit(walking: Walking, folder: TreeFolder, dirent: Dirent): boolean {
  const kind = kindIn(folder.held, dirent);
  // Gone since the folder was listed.
  if (kind === undefined) return true;
  if (kind === "directory") return visitFolder(walking, folder, dirent.name);
  const { entry, view, walk } = walking;
  entry.show(folder, {
    name: dirent.name,
    kind,
    ignoredBy: ignoredBy(walking, folder, { name: dirent.name, kind }),
  });
  return (!view.isOpen && !entry.isShown()) || walk.visit(entry) !== "stop";
}

/** Folders are always judged, on what is held: one may be closed for what it is, whatever its name. */
function visitFolder(walking: Walking, folder: TreeFolder, name: string): boolean {
  const { context, entry, view, walk } = walking;
  entry.show(folder, {
    name,
    kind: "directory",
    ignoredBy: ignoredBy(walking, folder, { name, kind: "directory" }),
  });
  let held: Held | undefined;
  try {
    held = context.walker.holder.hold(folder.held.at(name));
    // Gone, or no folder any more.
    if (held?.stats.isDirectory() !== true) return true;
    // Where it is now is asked for only where names matter: a tenth of the walk goes into that.
    const real = view.isOpen ? realOf(folder, name) : held.real();
    if (real === undefined) return true;
    if (!mayShow(context.scope, pathIn({ real, stats: held.stats, lineage: folder.lineage }, context))) {
      view.closed(entry.path, "directory");
      return true;
    }
    const step = walk.visit(entry);
    if (step !== "enter") return step !== "stop";
    const place: FolderPlace = {
      held,
      real,
      prefix: `${entry.path}/`,
      lineageAbove: folder.lineage,
      ...(folder.level === undefined ? {} : { levelAbove: folder.level }),
    };
    walking.folders.push(listTreeFolder(place, folder.depth + 1, listingOf(walk)));
    held = undefined;
  } catch (error) {
    const refused = osError(error);
    if (!isOsError(error, "ENOENT", "ENOTDIR", "ELOOP")) walk.cannotEnter?.(entry.path, osReason(refused));
  } finally {
    held?.[Symbol.dispose]();
  }
  return true;
}

function ignoredBy(
  { start, walk }: Walking,
  folder: TreeFolder,
  entry: { readonly name: string; readonly kind: FileKind },
): WalkEntry["ignoredBy"] {
  if (isSkippedName(entry.name, entry.kind)) return "name";
  return walk.readsIgnoreFiles === true && ignoredByFile(folder, entry, start) ? "ignore_file" : undefined;
}

/** Names that stand for folders are skipped only as such; the others whatever they are. */
export function isSkippedName(name: string, kind: FileKind): boolean {
  return SKIPPED_NAMES.has(name) && (kind === "directory" || name === ".git" || name === ".DS_Store");
}

function ignoredByFile(
  folder: TreeFolder,
  { name, kind }: { readonly name: string; readonly kind: FileKind },
  { rulesAbove }: TreeStart,
): boolean {
  if (folder.level === undefined && rulesAbove.length === 0) return false;
  const subject = { path: folder.prefix + name, name, isFolder: kind === "directory" };
  return isIgnored(subject, folder.level, rulesAbove);
}

function listingOf({ isOrdered, readsIgnoreFiles }: WalkOptions): Listing {
  return { isOrdered: isOrdered === true, readsIgnoreFiles: readsIgnoreFiles === true };
}

/** The starting folder is let go by whoever holds it. */
function letGo(folder: TreeFolder, start: TreeStart): void {
  if (folder.held !== start.held) folder.held[Symbol.dispose]();
}
