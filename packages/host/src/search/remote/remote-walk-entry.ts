import type { FileIdentity, FileKind, FilesScope, ResolvedPath, WalkEntry, WalkStat } from "@wield/core";
import { mayShow } from "../../files/open-path.ts";
import { decoded, type RemoteEntry } from "../../files/remote/place/remote-entries.ts";
import { remoteIdentity, type RemoteStats } from "../../files/remote/place/remote-stats.ts";
import { placeAsPath } from "../../paths/resolved-path.ts";
import { displayOf } from "../../walk/zone.ts";
import type { IgnoreLevel } from "../ignore/ignore-level.ts";

/** A folder that is being walked there, and how far. */
export interface WalkedFolder {
  /** Path relative to the start with a slash behind it, each byte one character; empty for the start. */
  readonly prefix: string;
  readonly depth: number;
  readonly real: string;
  /** Of the folder and what is above it, the nearest first. */
  readonly lineage: readonly FileIdentity[];
  readonly level?: IgnoreLevel;
  readonly entries: readonly RemoteEntry[];
  /** What links of the folder lead to, where that is a regular file that may be read. */
  readonly followed: ReadonlyMap<string, WalkStat>;
  next: number;
}

/** What one walk shares with all its entries. */
export interface RemoteView {
  readonly scope: FilesScope;
  /** No rule closes a single name: only files with several names have to be asked for. */
  readonly isOpen: boolean;
  /** Told of what a rule closes. */
  closed(path: string, kind: FileKind): void;
}

/** An entry that is visited: all that may be asked of it came with the listing. */
export class RemoteWalkEntry implements WalkEntry {
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  readonly kind: FileKind;
  readonly ignoredBy: WalkEntry["ignoredBy"];
  readonly bytes: string;
  readonly stats: RemoteStats;
  readonly #folder: WalkedFolder;
  readonly #entry: RemoteEntry;
  readonly #view: RemoteView;

  constructor(
    view: RemoteView,
    folder: WalkedFolder,
    found: { readonly entry: RemoteEntry; ignoredBy(path: string, name: string): WalkEntry["ignoredBy"] },
  ) {
    const { entry } = found;
    this.#view = view;
    this.#folder = folder;
    this.#entry = entry;
    this.bytes = folder.prefix + entry.bytes;
    this.name = decoded(entry.bytes);
    this.path = decoded(this.bytes);
    this.depth = folder.depth;
    this.stats = entry.stats;
    this.kind = entry.stats.kind;
    this.ignoredBy = found.ignoredBy(this.path, this.name);
  }

  stat(): WalkStat | undefined {
    // A file with several names may be one that is closed under another.
    const isSuspect = this.#view.isOpen && this.stats.nlink > 1n && this.kind !== "directory";
    if (isSuspect && !this.isShown()) return undefined;
    return { size: Number(this.stats.size), modifiedAt: this.stats.modifiedAt };
  }

  glance(): WalkStat | undefined {
    return this.stat();
  }

  target(): string | undefined {
    return this.#entry.target;
  }

  follow(): WalkStat | undefined {
    return this.#folder.followed.get(this.#entry.bytes);
  }

  /** Whether the name may be told. A closed one is counted. */
  isShown(): boolean {
    if (mayShow(this.#view.scope, this.place())) return true;
    this.#view.closed(this.path, this.kind);
    return false;
  }

  place(): ResolvedPath {
    const { workspace } = this.#view.scope;
    const real = this.real;
    const { lineage } = this.#folder;
    const found = { real, lineage, stats: this.stats, identity: remoteIdentity(this.stats) };
    return placeAsPath(found, displayOf(real, workspace), workspace);
  }

  get real(): string {
    const { real } = this.#folder;
    return real.endsWith("/") ? real + this.name : `${real}/${this.name}`;
  }
}
