import { closeSync, constants, fstatSync, lstatSync, openSync, realpathSync } from "node:fs";
import type { BigIntStats } from "node:fs";
import { join } from "node:path";
import { isSameObject } from "./held.ts";
import type { Held, Holder } from "./held.ts";
import { isOsError } from "./os-error.ts";

/** Absent on Windows, where links are found by the checks alone. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
const NO_WAITING = constants.O_NONBLOCK ?? 0;

/**
 * For machines without descriptors that lead somewhere: remembers what was at a path, and each use
 * looks whether it still is. Between the look and the use a moment stays.
 */
export const checkingHolder: Holder = {
  kind: "checks",
  hold(path) {
    const stats = look(path);
    return stats === undefined ? undefined : new HeldByName(path, stats);
  },
};

class HeldByName implements Held {
  readonly stats: BigIntStats;
  readonly #path: string;

  constructor(path: string, stats: BigIntStats) {
    this.#path = path;
    this.stats = stats;
  }

  at(name: string): string {
    return join(this.#path, name);
  }

  real(): string | undefined {
    if (!this.#isStillThere()) return undefined;
    try {
      return realpathSync.native(this.#path);
    } catch (error) {
      if (isOsError(error, "ENOENT", "ENOTDIR")) return undefined;
      throw error;
    }
  }

  open(flags: number): number {
    const fd = openSync(this.#path, flags | NO_FOLLOW | NO_WAITING);
    if (isSameObject(fstatSync(fd, { bigint: true }), this.stats) && this.#isStillThere()) return fd;
    closeSync(fd);
    throw Object.assign(new Error("it was replaced while it was opened"), { code: "ESTALE" });
  }

  [Symbol.dispose](): void {
    // Nothing is open.
  }

  #isStillThere(): boolean {
    const now = look(this.#path);
    return now !== undefined && isSameObject(now, this.stats);
  }
}

function look(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    // A folder on the way gave place to a file.
    if (isOsError(error, "ENOENT", "ENOTDIR")) return undefined;
    throw error;
  }
}
