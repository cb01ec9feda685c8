import { closeSync, constants, fstatSync, openSync } from "node:fs";
import type { BigIntStats } from "node:fs";
import { join } from "node:path";
import type { FileIdentity } from "@wield/core";
import { mayShow } from "../../files/open-path.ts";
import type { FilesContext } from "../../files/open-path.ts";
import { READ_FLAGS } from "../../files/read-file.ts";
import { identityOf } from "../../walk/held.ts";
import type { Held } from "../../walk/held.ts";
import { isOsError, osError, osReason } from "../../walk/os-error.ts";
import { pathIn } from "./tree-entry.ts";
import type { TreeStart } from "./walk-tree.ts";

/** A file of a tree that was opened and may be read. */
export interface TreeFile extends Disposable {
  readonly fd: number;
  readonly stats: BigIntStats;
}

/** `gone` also stands for what a rule closes and for what is no regular file. */
export type Opening = TreeFile | { readonly refused: string } | "gone";

interface Step {
  readonly name: string;
  readonly held: Held;
  readonly real: string;
  readonly lineage: readonly FileIdentity[];
}

/**
 * Opens files by path relative to a folder that is held, each folder through the one above it, without following
 * links. The folders on the way stay held for the next path, so paths in path order cost little more than the files.
 */
export class HeldFolders implements Disposable {
  readonly #context: FilesContext;
  readonly #start: TreeStart;
  readonly #isOpen: boolean;
  readonly #steps: Step[] = [];

  constructor(context: FilesContext, start: TreeStart) {
    this.#context = context;
    this.#start = start;
    this.#isOpen = context.scope.isOpenBelow?.(start.real) ?? false;
  }

  open(path: string): Opening {
    const segments = path.split("/");
    const name = segments.pop() ?? "";
    try {
      const folder = this.#enter(segments);
      return folder === undefined ? "gone" : this.#openIn(folder, name);
    } catch (error) {
      const refused = osError(error);
      return isOsError(error, "ENOENT", "ENOTDIR", "ELOOP", "ESTALE")
        ? "gone"
        : { refused: osReason(refused) };
    }
  }

  /** The folder at `path`, held until the next call; nothing when it is gone or closed. OS errors are thrown. */
  folder(path: string): Held | undefined {
    return this.#enter(path === "" ? [] : path.split("/"))?.held;
  }

  [Symbol.dispose](): void {
    this.#leave(0);
  }

  #enter(segments: readonly string[]): Step | undefined {
    const { held, real, lineageAbove } = this.#start;
    let shared = 0;
    while (shared < segments.length && this.#steps[shared]?.name === segments[shared]) shared += 1;
    this.#leave(shared);
    let folder = this.#steps.at(-1) ?? {
      name: "",
      held,
      real,
      lineage: [identityOf(held.stats), ...lineageAbove],
    };
    for (const name of segments.slice(shared)) {
      const next = this.#step(folder, name);
      if (next === undefined) return undefined;
      this.#steps.push(next);
      folder = next;
    }
    return folder;
  }

  #step(folder: Step, name: string): Step | undefined {
    const held = this.#context.walker.holder.hold(folder.held.at(name));
    if (held === undefined) return undefined;
    const real = held.stats.isDirectory() ? held.real() : undefined;
    const isUsable =
      real !== undefined &&
      mayShow(
        this.#context.scope,
        pathIn({ real, stats: held.stats, lineage: folder.lineage }, this.#context),
      );
    if (isUsable) return { name, held, real, lineage: [identityOf(held.stats), ...folder.lineage] };
    held[Symbol.dispose]();
    return undefined;
  }

  #openIn(folder: Step, name: string): Opening {
    const fd = this.#openNamed(folder, name);
    if (fd === undefined) return "gone";
    let isKept = false;
    try {
      const stats = fstatSync(fd, { bigint: true });
      const isSuspect = !this.#isOpen || stats.nlink > 1n;
      const found = { real: join(folder.real, name), stats, lineage: folder.lineage };
      if (!stats.isFile()) return "gone";
      if (isSuspect && !mayShow(this.#context.scope, pathIn(found, this.#context))) return "gone";
      isKept = true;
      return { fd, stats, [Symbol.dispose]: () => closeSync(fd) };
    } finally {
      if (!isKept) closeSync(fd);
    }
  }

  /** Below a descriptor the name alone is looked up; elsewhere it is looked at before and after. */
  #openNamed(folder: Step, name: string): number | undefined {
    const { holder } = this.#context.walker;
    if (holder.kind === "descriptors")
      return openSync(folder.held.at(name), READ_FLAGS | constants.O_NOFOLLOW);
    using object = holder.hold(folder.held.at(name));
    return object?.open(READ_FLAGS);
  }

  #leave(count: number): void {
    while (this.#steps.length > count) this.#steps.pop()?.held[Symbol.dispose]();
  }
}
