import type { BigIntStats } from "node:fs";
import type { FileIdentity } from "@wield/core";

/**
 * One file system object, held so that using it later means this very object, whatever became of its
 * name. Holding opens nothing: it never blocks and touches no device. OS errors are thrown.
 */
export interface Held extends Disposable {
  /** Of the object itself, never of what a link points to. */
  readonly stats: BigIntStats;
  /** A path to `name` in this very folder, for use in one system call. */
  at(name: string): string;
  /** Where this folder is now; nothing when it is gone. */
  real(): string | undefined;
  /** Opens this very object. */
  open(flags: number): number;
  /** Lets go off the event loop: whoever is the last to hold an object without a name waits until its bytes are freed. */
  letGoSoon?(): void;
}

/** How objects are held on this machine. */
export interface Holder {
  /** `descriptors` cannot be led astray by links swapped meanwhile; `checks` looks before and after. */
  readonly kind: "descriptors" | "checks";
  /** What is at `path`, its last segment not followed; nothing when nothing is there. */
  readonly hold: (path: string) => Held | undefined;
  /** What is at `path` to look at: nothing can be reached through it, and nothing has to be let go. */
  readonly look?: (path: string) => Held | undefined;
}

export function identityOf(stats: BigIntStats): FileIdentity {
  return { device: stats.dev.toString(), inode: stats.ino.toString() };
}

export function isSameObject(left: BigIntStats, right: BigIntStats): boolean {
  return left.dev === right.dev && left.ino === right.ino;
}
