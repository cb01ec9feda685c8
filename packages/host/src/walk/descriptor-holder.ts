import { close, closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync } from "node:fs";
import type { BigIntStats } from "node:fs";
import { isSameObject } from "./held.ts";
import type { Held, Holder } from "./held.ts";
import { isOsError } from "./os-error.ts";

/** Linux: names an object without opening it. Node has no constant for it; the value is the same on all its platforms. */
const O_PATH = 0o10000000;
const GONE = " (deleted)";

/**
 * Holds objects by descriptor. `/proc/self/fd/N` leads to the object the descriptor was made for and
 * never through its name, so no link or folder swapped in between can change what is used.
 */
export const descriptorHolder: Holder = {
  kind: "descriptors",
  hold(path) {
    let fd: number;
    try {
      fd = openSync(path, O_PATH | constants.O_NOFOLLOW);
    } catch (error) {
      if (isOsError(error, "ENOENT")) return undefined;
      throw error;
    }
    return new HeldByDescriptor(fd);
  },
  look(path) {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? undefined : { ...LOOKED_AT, stats };
  },
};

const onlyLookedAt = (): never => {
  throw new Error("an object was used that was only looked at");
};
const LOOKED_AT: Omit<Held, "stats"> = {
  at: onlyLookedAt,
  real: onlyLookedAt,
  open: onlyLookedAt,
  [Symbol.dispose]: () => {},
};

/** Whether this machine can hold objects by descriptor: Linux with `/proc` mounted. */
export function canHoldByDescriptor(): boolean {
  if (process.platform !== "linux") return false;
  try {
    using root = descriptorHolder.hold("/");
    if (root === undefined) return false;
    return isSameObject(lstatSync(root.at("."), { bigint: true }), root.stats) && root.real() === "/";
  } catch {
    return false;
  }
}

class HeldByDescriptor implements Held {
  readonly stats: BigIntStats;
  readonly #path: string;
  readonly #fd: number;
  #isOpen = true;

  constructor(fd: number) {
    this.#fd = fd;
    this.#path = `/proc/self/fd/${fd}`;
    this.stats = fstatSync(fd, { bigint: true });
  }

  at(name: string): string {
    return `${this.#openPath()}/${name}`;
  }

  real(): string | undefined {
    const path = this.#nameOfDescriptor();
    if (path?.startsWith("/") !== true) return undefined;
    // A folder may really be called "x (deleted)": then it is found under that name.
    if (!path.endsWith(GONE)) return path;
    const there = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return there !== undefined && isSameObject(there, this.stats) ? path : undefined;
  }

  #nameOfDescriptor(): string | undefined {
    try {
      return readlinkSync(this.#openPath());
    } catch (error) {
      // Deeper than any path can say.
      if (isOsError(error, "ENAMETOOLONG")) return undefined;
      throw error;
    }
  }

  open(flags: number): number {
    return openSync(this.#openPath(), flags);
  }

  letGoSoon(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    close(this.#fd);
  }

  /** A closed descriptor's number soon names another object. */
  #openPath(): string {
    if (!this.#isOpen) throw new Error("an object was used after it was let go");
    return this.#path;
  }

  [Symbol.dispose](): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#fd);
  }
}
