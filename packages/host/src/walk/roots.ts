import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { FileIdentity } from "@wield/core";
import { identityOf, isSameObject } from "./held.ts";
import type { Held, Holder } from "./held.ts";
import { osError } from "./os-error.ts";

/** A folder that walks start in, and what is above it, the nearest first. */
interface Root {
  readonly folder: Held;
  readonly lineage: readonly FileIdentity[];
}

/** The folders that walks start in. A call walks to the same path several times in one turn of the event loop. */
export interface Roots {
  /** Nothing when it cannot be held as a folder: it is found, or not, by walking to it. */
  hold(path: string): Root | undefined;
  /** Holds nothing any longer than it is used. True when something was held longer. */
  letGo(): boolean;
}

/** A turn can be long where little waits; a folder is held anew then. */
const LONGEST_HELD_MS = 10;
/** Of a folder that is the same object at the same place only what is above it can have changed. */
const LINEAGE_KEPT_MS = 1000;

interface KnownLineage extends Pick<Root, "lineage"> {
  readonly of: Held["stats"];
  readonly at: number;
}

/** Each root is held until the turn of the event loop ends, or its last user lets go of it. */
export function createRoots(holder: Holder): Roots {
  const held = new Map<string, { readonly shared: SharedFolder; readonly at: number }>();
  const lineages = new Map<string, KnownLineage>();

  const letGo = (): boolean => {
    const hasHeld = held.size > 0;
    for (const { shared } of held.values()) shared.retire();
    held.clear();
    return hasHeld;
  };
  const lineageOf = (path: string, of: Held["stats"], now: number): Root["lineage"] => {
    const known = lineages.get(path);
    if (known !== undefined && now - known.at < LINEAGE_KEPT_MS && isSameObject(known.of, of))
      return known.lineage;
    const lineage = lookAbove(path);
    lineages.set(path, { lineage, of, at: now });
    return lineage;
  };
  return {
    hold(path) {
      const now = performance.now();
      const known = held.get(path);
      if (known !== undefined && now - known.at < LONGEST_HELD_MS)
        return { folder: known.shared.use(), lineage: lineageOf(path, known.shared.stats, now) };
      const folder = folderAt(holder, path);
      if (folder === undefined) return undefined;
      known?.shared.retire();
      if (held.size === 0) setImmediate(letGo);
      const shared = new SharedFolder(folder);
      held.set(path, { shared, at: now });
      return { folder: shared.use(), lineage: lineageOf(path, folder.stats, now) };
    },
    letGo,
  };
}

/** One held folder with several users: the last one closes it, once it is not to be given out any more. */
class SharedFolder {
  readonly #folder: Held;
  #users = 0;
  #isRetired = false;

  constructor(folder: Held) {
    this.#folder = folder;
  }

  get stats(): Held["stats"] {
    return this.#folder.stats;
  }

  use(): Held {
    const folder = this.#folder;
    let isUsed = true;
    this.#users += 1;
    return {
      stats: folder.stats,
      at: (name) => folder.at(name),
      real: () => folder.real(),
      open: (flags) => folder.open(flags),
      [Symbol.dispose]: () => {
        if (!isUsed) return;
        isUsed = false;
        this.#users -= 1;
        this.#closeUnused();
      },
    };
  }

  retire(): void {
    this.#isRetired = true;
    this.#closeUnused();
  }

  #closeUnused(): void {
    if (this.#isRetired && this.#users === 0) this.#folder[Symbol.dispose]();
  }
}

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

function lookAbove(start: string): readonly FileIdentity[] {
  const identities: FileIdentity[] = [];
  for (let below = start, path = dirname(start); path !== below; below = path, path = dirname(path)) {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (stats !== undefined) identities.push(identityOf(stats));
  }
  return identities;
}
