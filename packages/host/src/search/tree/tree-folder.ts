import { readdirSync } from "node:fs";
import type { Dirent } from "node:fs";
import { sep } from "node:path";
import { comparePaths } from "@wield/core";
import type { FileIdentity, FileKind } from "@wield/core";
import { identityOf } from "../../walk/held.ts";
import type { Held } from "../../walk/held.ts";
import { readIgnoreFile, IGNORE_FILE } from "../ignore/read-ignore-file.ts";
import type { IgnoreLevel } from "../ignore/ignore-level.ts";
import { kindOf } from "./kind-of.ts";

/** A folder that is being walked, and how far. */
export interface TreeFolder {
  readonly held: Held;
  readonly real: string;
  /** Path with a slash behind it, relative to the folder the walk started in; empty for that one. */
  readonly prefix: string;
  /** Depth of its entries. */
  readonly depth: number;
  /** Of the folder and what is above it, the nearest first. */
  readonly lineage: readonly FileIdentity[];
  readonly level?: IgnoreLevel;
  readonly entries: readonly Dirent[];
  next: number;
}

export interface FolderPlace {
  readonly held: Held;
  readonly real: string;
  readonly prefix: string;
  readonly lineageAbove: readonly FileIdentity[];
  readonly levelAbove?: IgnoreLevel;
}

export interface Listing {
  readonly isOrdered: boolean;
  readonly readsIgnoreFiles: boolean;
}

/** Lists a folder that is held. OS errors are thrown. */
export function listTreeFolder(place: FolderPlace, depth: number, listing: Listing): TreeFolder {
  const { held, real, prefix, levelAbove } = place;
  const entries = readdirSync(held.at("."), { withFileTypes: true });
  const level = listing.readsIgnoreFiles ? levelOf(place, entries) : levelAbove;
  return {
    held,
    real,
    prefix,
    depth,
    lineage: [identityOf(held.stats), ...place.lineageAbove],
    ...(level === undefined ? {} : { level }),
    entries: listing.isOrdered ? inOrder(entries, held) : entries,
    next: 0,
  };
}

/** A level of its own only where it says something. */
function levelOf(place: FolderPlace, entries: readonly Dirent[]): IgnoreLevel | undefined {
  const { held, prefix, levelAbove } = place;
  const rules = entries.some(({ name }) => name === IGNORE_FILE) ? readIgnoreFile(held) : undefined;
  if (rules === undefined) return levelAbove;
  return { prefix, rules, ...(levelAbove === undefined ? {} : { above: levelAbove }) };
}

/** Two lists are put in order in half the time of one with ranks. */
function inOrder(entries: readonly Dirent[], folder: Held): readonly Dirent[] {
  const folders: Dirent[] = [];
  const others: Dirent[] = [];
  for (const entry of entries) {
    (kindIn(folder, entry) === "directory" ? folders : others).push(entry);
  }
  const byName = (left: Dirent, right: Dirent): number => comparePaths(left.name, right.name);
  return [...folders.toSorted(byName), ...others.toSorted(byName)];
}

/** What an entry is; some file systems tell only when they are asked for it. */
export function kindIn(folder: Held, entry: Dirent): FileKind | undefined {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  if (entry.isSymbolicLink()) return "link";
  if (entry.isFIFO() || entry.isSocket() || entry.isCharacterDevice() || entry.isBlockDevice())
    return "other";
  return kindOf(folder.at(entry.name));
}

export function realOf({ real }: TreeFolder, name: string): string {
  return real.endsWith(sep) ? real + name : real + sep + name;
}
