import { readlinkSync, statSync } from "node:fs";
import { dirname, isAbsolute, parse, resolve, sep } from "node:path";
import type { FileIdentity } from "@wield/core";
import { identityOf } from "./held.ts";
import type { Held, Holder } from "./held.ts";
import { isOsError, osError } from "./os-error.ts";
import { isInside } from "./zone.ts";

/** As many as Linux follows. */
const MAX_LINKS = 40;

/** What stands at the end of a path. */
type Ending =
  | { readonly kind: "found"; readonly object: Held }
  /** Nothing; `canBeMade` is false where the way leads through `..` of a folder that is not there. */
  | { readonly kind: "missing"; readonly canBeMade: boolean }
  /** The first name of `rest` is no folder, but more follows. */
  | { readonly kind: "blocked" }
  /** The system refused to go on. */
  | { readonly kind: "refused"; readonly error: NodeJS.ErrnoException };

/** A path walked to its end: every folder was held before the next name was looked up in it. */
export interface Located extends Disposable {
  /** The folder of the object, or the deepest one that exists. For a starting folder, that folder. */
  readonly folder: Held;
  /** Names below `folder`: the object's own, or all that is not there. None for a starting folder. */
  readonly rest: readonly string[];
  readonly ending: Ending;
  /** Absolute, links resolved. */
  readonly real: string;
  /** Of the folders above the object, the nearest first. */
  readonly lineage: readonly FileIdentity[];
  /** True when the last name of the path given was itself a link. */
  readonly isLink: boolean;
}

/** Walks paths for one call. */
export interface Walker {
  readonly holder: Holder;
  /** The real folders of the session: a walk starts in the deepest one that holds the path, else at the root. */
  readonly starts: readonly string[];
  /** What is above each start, looked up once per call. */
  readonly lineages: Map<string, readonly FileIdentity[]>;
}

interface Walk {
  readonly absolute: string;
  folder: Held;
  /** Of `folder` and what is above it. */
  chain: FileIdentity[];
  pending: string[];
  linksFollowed: number;
  isLink: boolean;
}

/** Walks `absolute` one name at a time, following links by hand. Opens nothing. */
export function locate(walker: Walker, absolute: string): Located {
  const walk: Walk = { absolute, ...begin(walker, absolute), linksFollowed: 0, isLink: false };
  try {
    for (;;) {
      const located = step(walker, walk);
      if (located !== undefined) return located;
    }
  } catch (error) {
    return end(walk, [...walk.pending], { kind: "refused", error: osError(error) });
  }
}

/** One name: moves `walk` on, or ends it. A name stays pending until its object is held. */
function step(walker: Walker, walk: Walk): Located | undefined {
  const name = walk.pending[0];
  if (name === undefined) return end(walk, [], { kind: "found", object: walk.folder });
  if (name === "..") {
    const above = walker.holder.hold(walk.folder.at(".."));
    walk.pending.shift();
    if (above !== undefined) enter(walk, above, walk.chain.length > 1 ? walk.chain.slice(1) : walk.chain);
    return undefined;
  }
  const object = walker.holder.hold(walk.folder.at(name));
  if (object === undefined) {
    const rest = [...walk.pending];
    return end(walk, rest, { kind: "missing", canBeMade: !rest.includes("..") });
  }
  if (object.stats.isSymbolicLink()) {
    object[Symbol.dispose]();
    follow(walker, walk);
    return undefined;
  }
  if (walk.pending.length === 1) return end(walk, [name], { kind: "found", object });
  if (!object.stats.isDirectory()) {
    object[Symbol.dispose]();
    return end(walk, [...walk.pending], { kind: "blocked" });
  }
  walk.pending.shift();
  enter(walk, object, [identityOf(object.stats), ...walk.chain]);
  return undefined;
}

function follow(walker: Walker, walk: Walk): void {
  const name = walk.pending[0] ?? "";
  let target: string;
  try {
    target = readlinkSync(walk.folder.at(name));
  } catch (error) {
    // It was a link a moment ago; what it is now is looked at again.
    if (isOsError(error, "EINVAL", "ENOENT") && countLink(walk)) return;
    throw error;
  }
  if (!countLink(walk)) throw tooManyLinks();
  walk.pending.shift();
  if (walk.pending.length === 0) walk.isLink = true;
  const below = walk.pending;
  if (!isAbsolute(target)) {
    walk.pending = [...segmentsOf(target), ...below];
    return;
  }
  const start = begin(walker, target);
  enter(walk, start.folder, start.chain);
  walk.pending = [...start.pending, ...below];
}

function begin(walker: Walker, absolute: string): Pick<Walk, "folder" | "chain" | "pending"> {
  const holding = walker.starts
    .filter((start) => isInside(start, absolute))
    .toSorted((left, right) => right.length - left.length);
  for (const start of holding) {
    const folder = folderAt(walker.holder, start);
    if (folder !== undefined) return beginAt(walker, folder, { start, absolute });
  }
  const top = parse(absolute).root;
  const folder = walker.holder.hold(top);
  if (folder === undefined) throw new Error(`the root folder ${top} is missing`);
  return beginAt(walker, folder, { start: top, absolute });
}

function beginAt(walker: Walker, folder: Held, at: { readonly start: string; readonly absolute: string }) {
  return {
    folder,
    chain: [identityOf(folder.stats), ...lineageAbove(walker, at.start)],
    pending: segmentsOf(at.absolute.slice(at.start.length)),
  };
}

/** A start that cannot be held is found, or not, by walking to it. */
function folderAt(holder: Holder, path: string): Held | undefined {
  try {
    const folder = holder.hold(path);
    if (folder?.stats.isDirectory() === true) return folder;
    folder?.[Symbol.dispose]();
    return undefined;
  } catch (error) {
    osError(error);
    return undefined;
  }
}

function lineageAbove(walker: Walker, start: string): readonly FileIdentity[] {
  const known = walker.lineages.get(start);
  if (known !== undefined) return known;
  const identities: FileIdentity[] = [];
  for (let below = start, path = dirname(start); path !== below; below = path, path = dirname(path)) {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (stats !== undefined) identities.push(identityOf(stats));
  }
  walker.lineages.set(start, identities);
  return identities;
}

function enter(walk: Walk, folder: Held, chain: FileIdentity[]): void {
  walk.folder[Symbol.dispose]();
  walk.folder = folder;
  walk.chain = chain;
}

function end(walk: Walk, rest: readonly string[], ending: Ending): Located {
  const { folder, chain, isLink } = walk;
  const object = ending.kind === "found" ? ending.object : undefined;
  const at = folder.real();
  return {
    folder,
    rest,
    // A folder removed while it was walked holds nothing any more and can take nothing.
    ending: at === undefined ? { kind: "missing", canBeMade: false } : ending,
    real: at === undefined ? walk.absolute : resolve(at, ...rest),
    lineage: object === folder ? chain.slice(1) : chain,
    isLink,
    [Symbol.dispose]() {
      object?.[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

function segmentsOf(path: string): string[] {
  return path.split(sep === "/" ? "/" : /[\\/]/).filter((segment) => segment !== "" && segment !== ".");
}

function countLink(walk: Walk): boolean {
  walk.linksFollowed += 1;
  return walk.linksFollowed <= MAX_LINKS;
}

function tooManyLinks(): NodeJS.ErrnoException {
  return Object.assign(new Error("too many levels of symbolic links"), { code: "ELOOP" });
}
