import type { Outcome } from "../contract/result.ts";
import type { PathPattern } from "../path-pattern/path-pattern.ts";
import type { FileKind } from "./file-kind.ts";

/** Names that walks leave out wherever they stand: what was made or fetched, not written. */
export const SKIPPED_NAMES: ReadonlySet<string> = new Set([
  ".git",
  "node_modules",
  "__pycache__",
  ".venv",
  "venv",
  ".next",
  ".cache",
  ".idea",
  ".DS_Store",
]);

export interface WalkStat {
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** What is visited: one object that stands for one thing after the other, and for each only while it is visited. */
export interface WalkEntry {
  /** Relative to the folder the walk started in, with `/` separators. */
  readonly path: string;
  readonly name: string;
  /** 1 for what is in the starting folder. */
  readonly depth: number;
  readonly kind: FileKind;
  /** Why a walk usually leaves it out: it has one of `SKIPPED_NAMES`, or an ignore file says so. */
  readonly ignoredBy: "name" | "ignore_file" | undefined;
  /** Of the entry itself, a link not followed. Nothing when it is gone or may not be shown. */
  stat(): WalkStat | undefined;
  /**
   * The same, cheaper and looked up by its path alone: while somebody swaps a folder above it, it may be that of
   * another file of this name. Good for an order or a count, not for showing.
   */
  glance(): WalkStat | undefined;
  /** Of a link: where it points, as stored. */
  target(): string | undefined;
  /** What a link leads to when that is a regular file that may be read. */
  follow(): WalkStat | undefined;
}

/** `enter` a folder, go on with what is `next`, or `stop` the walk. */
export type WalkStep = "enter" | "next" | "stop";

export interface WalkOptions {
  /** Called for each entry that may be shown. A folder's own entries come right after it. */
  visit(entry: WalkEntry): WalkStep;
  /** Told when a folder that was to be entered cannot be listed, in the system's words. */
  cannotEnter?(path: string, reason: string): void;
  /** Folders first, then names in byte order. Default: as the system lists them. */
  readonly isOrdered?: boolean;
  /** Whether `.gitignore` files are read, here and above, up to the session's own folders. */
  readonly readsIgnoreFiles?: boolean;
  /** The walk ends after this time. Default: only with the call. */
  readonly maxMs?: number;
}

/** What a rule closes to the call: left out, only counted. A closed folder counts once. */
export interface ClosedCount {
  readonly files: number;
  readonly folders: number;
}

export interface WalkEnd {
  /** Display path of the folder. */
  readonly path: string;
  readonly notes: readonly string[];
  readonly closed: ClosedCount;
  /** False when it was stopped, or ended with its time or the call's. */
  readonly isComplete: boolean;
}

export interface SearchOptions {
  /** Rust regular expression; plain text when `isLiteral`. */
  readonly pattern: string;
  readonly isLiteral: boolean;
  readonly isCaseSensitive: boolean;
  /** Matches may span lines. What is counted is then each match, else each line with one. */
  readonly isMultiline: boolean;
  /** Only files whose path below the folder, or whose name, matches. */
  readonly include?: PathPattern;
  readonly includesIgnored: boolean;
  /** What `offset` and `limit` count. */
  readonly unit: "matches" | "files";
  readonly offset: number;
  readonly limit: number;
  /** Lines before and after each match. */
  readonly context: number;
  /** Counting stops there, or behind the page when that is farther. */
  readonly maxCounted: number;
  /** Larger files are not searched in a folder. */
  readonly maxFileBytes: number;
  /** Most lines that are handed over of one match that spans lines. */
  readonly maxMatchLines: number;
  /**
   * Shortens a line to what is worth showing: a few hundred characters around `column`, which counts from 1. Of an
   * endless line it is given only the part around it.
   */
  clip(text: string, column?: number): string;
}

export interface FoundLine {
  readonly number: number;
  /** Without its terminator, clipped. */
  readonly text: string;
  readonly isMatch: boolean;
  /** Whether `text` is not all of the line. */
  readonly isClipped: boolean;
  /** Of the first match that starts in it, in characters of the whole line. */
  readonly column?: number;
}

export interface FoundMatch {
  readonly line: number;
  /** The line it ends in. */
  readonly lastLine: number;
  /** In characters, counting from 1. */
  readonly column: number;
  /** Its lines, each clipped. */
  readonly text: string;
}

export interface FoundFile {
  /** Display path. */
  readonly path: string;
  /** All of the file, not only of the page. */
  readonly count: number;
  /** Matches of the page with their context, each line once, ascending. None when files are counted. */
  readonly lines: readonly FoundLine[];
  readonly matches: readonly FoundMatch[];
}

/** Files that were not searched. */
export interface LeftOut {
  /** By ignore files and skipped names. */
  readonly ignored: number;
  readonly tooLarge: number;
  readonly binary: number;
  /** Whether all files were looked at: false in folders of many thousand. */
  readonly isComplete: boolean;
  /** Whether all files were opened to see whether they are text. */
  readonly isBinaryComplete: boolean;
}

export interface SearchEnd {
  /** Display path of the file or folder that was searched. */
  readonly path: string;
  readonly notes: readonly string[];
  /** In path order. */
  readonly page: readonly FoundFile[];
  readonly matches: number;
  readonly files: number;
  /** False when `matches` and `files` are only what was counted. */
  readonly isExact: boolean;
  /** Whether anything follows the page. */
  readonly hasMore: boolean;
  /** Files and folders (with a slash at their end) that could not be read; at most eight are named. */
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
  readonly unreadableCount: number;
  readonly closed: ClosedCount;
  /** Only when nothing was found in a folder. */
  readonly leftOut?: LeftOut;
  /** The call's time ended first. */
  readonly isPartial: boolean;
}

/** Walking and searching folders as one call may. Links to folders are not followed. */
export interface FileSearch {
  /** Visits what is in the folder at `path`. Entries a rule closes are left out and counted. */
  walk(path: string, options: WalkOptions): Promise<Outcome<WalkEnd>>;
  /**
   * Searches the text files in the folder at `path`, or the one file. Lines are numbered by the rule of the file
   * tools and decoded as they decode. Fails as `invalid_pattern` with the engine's reason.
   */
  search(path: string, options: SearchOptions): Promise<Outcome<SearchEnd>>;
}
