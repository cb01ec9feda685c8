import { readlinkSync } from "node:fs";
import { isAbsolute, parse, resolve, sep } from "node:path";
import type { FileIdentity } from "@wield/core";
import { identityOf } from "./held.ts";
import type { Held, Holder } from "./held.ts";
import { isOsError, osError } from "./os-error.ts";
import type { Roots } from "./roots.ts";
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
  /** True when `folder` was removed meanwhile. */
  readonly isGone: boolean;
}

/** Walks paths. */
export interface Walker {
  readonly holder: Holder;
  /**
   * The real folders of the session, the longest first: a walk starts in the deepest one that holds the path, else at
   * the root.
   */
  readonly starts: readonly string[];
  readonly roots: Roots;
  /** What a path ends at is only looked at, and cannot be opened. */
  readonly isLookOnly?: boolean;
}

/** A walker whose walks start in one of `folders`. */
export function createWalker(holder: Holder, roots: Roots, folders: readonly string[]): Walker {
  return { holder, roots, starts: folders.toSorted((left, right) => right.length - left.length) };
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
  const located = walkTo(walker, absolute);
  if (!located.isGone || !walker.roots.letGo()) return located;
  // The folder it started in was held already; another one may have its name by now.
  located[Symbol.dispose]();
  return walkTo(walker, absolute);
}

function walkTo(walker: Walker, absolute: string): Located {
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
  const isLast = walk.pending.length === 1;
  const { holder, isLookOnly } = walker;
  const look = isLast && isLookOnly === true ? holder.look : undefined;
  const object = (look ?? holder.hold)(walk.folder.at(name));
  if (object === undefined) {
    const rest = [...walk.pending];
    return end(walk, rest, { kind: "missing", canBeMade: !rest.includes("..") });
  }
  if (object.stats.isSymbolicLink()) {
    object[Symbol.dispose]();
    follow(walker, walk);
    return undefined;
  }
  if (isLast) return end(walk, [name], { kind: "found", object });
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
  for (const start of walker.starts) {
    const root = isInside(start, absolute) ? walker.roots.hold(start) : undefined;
    if (root !== undefined) return beginAt(root.folder, root.lineage, absolute.slice(start.length));
  }
  const top = parse(absolute).root;
  const folder = walker.holder.hold(top);
  if (folder === undefined) throw new Error(`the root folder ${top} is missing`);
  return beginAt(folder, [], absolute.slice(top.length));
}

function beginAt(folder: Held, lineage: readonly FileIdentity[], rest: string) {
  return { folder, chain: [identityOf(folder.stats), ...lineage], pending: segmentsOf(rest) };
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
    isGone: at === undefined,
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
