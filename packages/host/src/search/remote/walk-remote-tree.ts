import { posix } from "node:path";
import {
  type ClosedCount,
  type FileIdentity,
  type FileKind,
  type FilesScope,
  type Outcome,
  value,
  type WalkEntry,
  type WalkOptions,
  type WalkStat,
} from "@wield/core";
import { nextTurn } from "../../content/content-mark.ts";
import { mayShow } from "../../files/open-path.ts";
import type { RemoteShell } from "../../files/remote/connection/remote-shell.ts";
import { locatedOf, remotePath } from "../../files/remote/place/remote-locate.ts";
import { remoteIdentity, type RemoteStats } from "../../files/remote/place/remote-stats.ts";
import type { RemoteEntry } from "../../files/remote/place/remote-entries.ts";
import { quoteWord } from "../../processes/shell/quote-word.ts";
import { osReason } from "../../walk/os-error.ts";
import { type IgnoreLevel, isIgnored, type RulesAbove } from "../ignore/ignore-level.ts";
import { parseIgnoreRules } from "../ignore/ignore-rules.ts";
import { IGNORE_FILE, MOST_IGNORE_BYTES } from "../ignore/read-ignore-file.ts";
import { isSkippedName } from "../tree/walk-tree.ts";
import { readRemoteTexts } from "./read-remote-texts.ts";
import { ignoreText } from "./remote-rules-above.ts";
import { type RemoteListing, RemoteTree } from "./remote-tree.ts";
import { type RemoteView, RemoteWalkEntry, type WalkedFolder } from "./remote-walk-entry.ts";

/** The folder a walk starts in; the shell is in it. */
export interface RemoteTreeStart {
  readonly real: string;
  readonly stats: RemoteStats;
  /** Of what is above it, the nearest first. */
  readonly lineageAbove: readonly FileIdentity[];
  readonly rulesAbove: readonly RulesAbove[];
}

export interface RemoteTreeWalk extends Omit<WalkOptions, "visit"> {
  visit(entry: RemoteWalkEntry): ReturnType<WalkOptions["visit"]>;
  /** Whether what links lead to is looked up. */
  readonly followsLinks: boolean;
}

export interface RemoteTreeEnd {
  readonly closed: ClosedCount;
  readonly isComplete: boolean;
  /** Why the starting folder itself cannot be listed. */
  readonly refused?: NodeJS.ErrnoException;
}

const MOST_LINKS_AT_ONCE = 200;
const ENTRIES_BETWEEN_LOOKS = 256;

interface Walking {
  readonly shell: RemoteShell;
  readonly scope: FilesScope;
  readonly start: RemoteTreeStart;
  readonly walk: RemoteTreeWalk;
  readonly view: RemoteView;
  readonly tree: RemoteTree;
  /** From the start down to the folder that is visited. */
  readonly folders: WalkedFolder[];
}

/** Walks the folder a shell is in. What is listed is told to be the folder that was found, before and after. */
export async function walkRemoteTree(
  { shell, scope }: { readonly shell: RemoteShell; readonly scope: FilesScope },
  start: RemoteTreeStart,
  walk: RemoteTreeWalk,
): Promise<Outcome<RemoteTreeEnd>> {
  const closed = { files: 0, folders: 0 };
  const view: RemoteView = {
    scope,
    isOpen: scope.isOpenBelow?.(start.real) ?? false,
    closed(_, kind) {
      if (kind === "directory") closed.folders += 1;
      else closed.files += 1;
    },
  };
  const tree = new RemoteTree(shell);
  const walking: Walking = { shell, scope, start, walk, view, tree, folders: [] };
  const listing = await tree.list({ bytes: "", stats: start.stats });
  if (!listing.ok) return listing;
  if (listing.value === "gone") return value({ closed, isComplete: true });
  if ("refused" in listing.value) return value({ closed, isComplete: false, refused: listing.value.refused });
  const lineage = [remoteIdentity(start.stats), ...start.lineageAbove];
  const entered = await enter(walking, { prefix: "", depth: 1, real: start.real, lineage }, listing.value);
  if (!entered.ok) return entered;
  const isComplete = await visitAll(walking);
  return isComplete.ok ? value({ closed, isComplete: isComplete.value }) : isComplete;
}

async function visitAll(walking: Walking): Promise<Outcome<boolean>> {
  const { folders, scope, walk } = walking;
  const begun = performance.now();
  let countdown = ENTRIES_BETWEEN_LOOKS;
  for (let folder = folders.at(-1); folder !== undefined; folder = folders.at(-1)) {
    const entry = folder.entries[folder.next];
    folder.next += 1;
    if (entry === undefined) folders.pop();
    else {
      const visited = await visit(walking, folder, entry);
      if (!visited.ok || !visited.value) return visited;
    }
    countdown -= 1;
    if (countdown > 0 && entry?.stats.isDirectory() !== true) continue;
    if (walk.maxMs !== undefined && performance.now() - begun > walk.maxMs) return value(false);
    if (scope.signal.aborted) return value(false);
    if (countdown > 0) continue;
    countdown = ENTRIES_BETWEEN_LOOKS;
    await nextTurn();
  }
  return value(true);
}

/** Visits one entry, and enters it when that is asked for. False when the walk is to stop. */
async function visit(walking: Walking, folder: WalkedFolder, found: RemoteEntry): Promise<Outcome<boolean>> {
  const { view, walk, scope, tree } = walking;
  const kind = found.stats.kind;
  const entry = new RemoteWalkEntry(view, folder, {
    entry: found,
    ignoredBy: (path, name) => ignoredBy(walking, folder, { path, name, kind }),
  });
  if (kind !== "directory") return value((!view.isOpen && !entry.isShown()) || walk.visit(entry) !== "stop");
  // Folders are always judged, on what they are: one may be closed whatever its name.
  if (!mayShow(scope, entry.place())) {
    view.closed(entry.path, kind);
    return value(true);
  }
  const step = walk.visit(entry);
  if (step !== "enter") return value(step !== "stop");
  const listing = await tree.list({ bytes: entry.bytes, stats: entry.stats });
  // The call's time ended: what was found by then counts.
  if (!listing.ok) return scope.signal.aborted ? value(false) : listing;
  if (listing.value === "gone") return value(true);
  if ("refused" in listing.value) {
    walk.cannotEnter?.(entry.path, osReason(listing.value.refused));
    return value(true);
  }
  const place = {
    prefix: `${entry.bytes}/`,
    depth: folder.depth + 1,
    real: entry.real,
    lineage: [remoteIdentity(entry.stats), ...folder.lineage],
    ...(folder.level === undefined ? {} : { level: folder.level }),
  };
  const entered = await enter(walking, place, listing.value);
  if (entered.ok) return value(true);
  return scope.signal.aborted ? value(false) : entered;
}

type FolderPlace = Omit<WalkedFolder, "entries" | "followed" | "next">;

async function enter(
  walking: Walking,
  place: FolderPlace,
  { entries }: Exclude<RemoteListing, "gone" | { refused: unknown }>,
): Promise<Outcome<void>> {
  const { walk, folders, tree } = walking;
  const level = walk.readsIgnoreFiles === true ? await levelOf(walking, place, entries) : value(place.level);
  if (!level.ok) return level;
  const followed = await followedOf(walking, place, entries);
  if (!followed.ok) return followed;
  const folder: WalkedFolder = {
    ...place,
    ...(level.value === undefined ? {} : { level: level.value }),
    entries: walk.isOrdered === true ? inOrder(entries) : entries,
    followed: followed.value,
    next: 0,
  };
  folders.push(folder);
  for (const { bytes, stats } of folder.entries) {
    if (!stats.isDirectory()) continue;
    const name = Buffer.from(bytes, "latin1").toString();
    const path = Buffer.from(folder.prefix, "latin1").toString() + name;
    if (ignoredBy(walking, folder, { path, name, kind: "directory" }) !== undefined)
      tree.doubt(folder.prefix + bytes);
  }
  return value(undefined);
}

/** A level of its own only where it says something. */
async function levelOf(
  { shell }: Walking,
  { prefix, level }: FolderPlace,
  entries: readonly RemoteEntry[],
): Promise<Outcome<IgnoreLevel | undefined>> {
  const file = entries.find(({ bytes }) => bytes === IGNORE_FILE);
  if (file === undefined || !file.stats.isFile() || file.stats.size > MOST_IGNORE_BYTES) return value(level);
  const read = await readRemoteTexts(shell, [{ bytes: prefix + IGNORE_FILE, stats: file.stats }]);
  if (!read.ok) return read;
  const [text] = read.value;
  const rules = text instanceof Uint8Array ? parseIgnoreRules(ignoreText(text)) : undefined;
  if (rules === undefined) return value(level);
  const path = Buffer.from(prefix, "latin1").toString();
  return value({ prefix: path, rules, ...(level === undefined ? {} : { above: level }) });
}

/** What the links in a folder lead to, as far as that is a file that may be read. */
async function followedOf(
  { shell, scope, walk }: Walking,
  place: FolderPlace,
  entries: readonly RemoteEntry[],
): Promise<Outcome<ReadonlyMap<string, WalkStat>>> {
  const followed = new Map<string, WalkStat>();
  const links = walk.followsLinks ? entries.filter(({ stats }) => stats.isSymbolicLink()) : [];
  for (let at = 0; at < links.length; at += MOST_LINKS_AT_ONCE) {
    const some = links.slice(at, at + MOST_LINKS_AT_ONCE);
    const folder = Buffer.from(place.real).toString("latin1");
    const paths = some.map(({ bytes }) => posix.join(folder, bytes));
    const reply = await shell.ask(Buffer.from(`follow ${paths.map(quoteWord).join(" ")}`, "latin1"));
    if (!reply.ok) return reply;
    const parts = reply.value.body.toString().split("\0");
    for (const [index, { bytes }] of some.entries()) {
      const path = Buffer.from(paths[index] ?? "", "latin1").toString();
      const answer = parts.slice(index * PARTS_OF_A_PLACE, (index + 1) * PARTS_OF_A_PLACE).join("\0");
      const located = locatedOf(Buffer.from(answer), path);
      if (located?.ending.kind !== "found" || !located.ending.object.stats.isFile()) continue;
      if (!mayShow(scope, remotePath(located, path, scope.workspace))) continue;
      const { size, modifiedAt } = located.ending.object.stats;
      followed.set(bytes, { size: Number(size), modifiedAt });
    }
  }
  return value(followed);
}

/** Five that end with a NUL, and the facts. */
const PARTS_OF_A_PLACE = 6;

function ignoredBy(
  { start, walk }: Walking,
  folder: WalkedFolder,
  { path, name, kind }: { readonly path: string; readonly name: string; readonly kind: FileKind },
): WalkEntry["ignoredBy"] {
  if (isSkippedName(name, kind)) return "name";
  if (walk.readsIgnoreFiles !== true || (folder.level === undefined && start.rulesAbove.length === 0))
    return undefined;
  const subject = { path, name, isFolder: kind === "directory" };
  return isIgnored(subject, folder.level, start.rulesAbove) ? "ignore_file" : undefined;
}

/** Folders first, then names in byte order. */
function inOrder(entries: readonly RemoteEntry[]): readonly RemoteEntry[] {
  return entries.toSorted(
    (left, right) =>
      Number(right.stats.isDirectory()) - Number(left.stats.isDirectory()) ||
      (left.bytes < right.bytes ? -1 : 1),
  );
}
