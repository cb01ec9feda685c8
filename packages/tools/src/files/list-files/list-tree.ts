import type { Files, Outcome, WalkEntry } from "@wield/core";
import { value } from "@wield/core";
import { shownName } from "../walks/shown-name.ts";
import { formatSize } from "./format-size.ts";

export interface ListRequest {
  readonly path: string;
  /** Levels that are listed; 1 is the folder itself. */
  readonly depth: number;
  readonly showsHidden: boolean;
  readonly offset: number;
  readonly most: number;
  /** No more lines than this many characters hold. */
  readonly room: number;
}

type ListedEntry = {
  /** Relative to the folder that was listed. */
  readonly path: string;
  readonly kind: WalkEntry["kind"];
  readonly size?: number;
  readonly target?: string;
};

export interface Listed {
  readonly path: string;
  readonly lines: readonly string[];
  /** Those of the page that are counted. */
  readonly entries: readonly ListedEntry[];
  readonly hidden: number;
  /** Whether more entries follow. */
  readonly isCut: boolean;
  /** Entries before the page, when there are fewer than were to be skipped. */
  readonly total: number;
  readonly closed: { readonly files: number; readonly folders: number };
  readonly notes: readonly string[];
}

/** Lists a folder, or a tree of folders, as lines. Skipped folders are named but neither entered nor counted. */
export async function listTree(files: Files, request: ListRequest): Promise<Outcome<Listed>> {
  const lines: string[] = [];
  const entries: ListedEntry[] = [];
  let used = 0;
  let hidden = 0;
  let total = 0;
  let isCut = false;

  /** False when there is no room for the line. */
  function add(line: string): boolean {
    used += line.length + 1;
    if (used > request.room && lines.length > 0) return false;
    lines.push(line);
    return true;
  }

  const walked = await files.walk(request.path, {
    isOrdered: true,
    cannotEnter(path, reason) {
      const last = lines.length - 1;
      if (entries.at(-1)?.path !== path || last < 0) return;
      lines[last] = `${lines[last]} (cannot read: ${reason})`;
      used += reason.length + 16;
    },
    visit(entry) {
      const isSkipped = entry.kind === "directory" && entry.ignoredBy === "name";
      const isHidden = entry.name.startsWith(".") && !request.showsHidden;
      if (isHidden && !(isSkipped && entry.name !== ".git")) {
        if (entry.name !== ".git") hidden += 1;
        return "next";
      }
      const indent = "  ".repeat(entry.depth - 1);
      if (isSkipped) {
        const isOnPage = total >= request.offset;
        if (!isOnPage || add(`${indent}${shownName(entry.name)}/ (skipped)`)) return "next";
        isCut = true;
        return "stop";
      }
      const listed = listedEntry(entry);
      // Gone since the folder was read, or closed.
      if (listed === undefined) return "next";
      total += 1;
      const next = entry.kind === "directory" && entry.depth < request.depth ? "enter" : "next";
      if (total <= request.offset) return next;
      const parent = entry.path.slice(0, -entry.name.length);
      // On a later page nothing above shows which folder it is.
      if (entries.length === 0 && parent !== "" && request.offset > 0) add(`… in ${shownName(parent)}`);
      if (entries.length === request.most || !add(indent + lineOf(entry.name, listed))) {
        isCut = true;
        return "stop";
      }
      entries.push(listed);
      return next;
    },
  });
  if (!walked.ok) return walked;
  const { path, closed, notes } = walked.value;
  return value({
    path,
    lines,
    entries,
    hidden,
    isCut: isCut || !walked.value.isComplete,
    total,
    closed,
    notes,
  });
}

function listedEntry(entry: WalkEntry): ListedEntry | undefined {
  const { path, kind } = entry;
  if (kind === "directory" || kind === "other") return { path, kind };
  if (kind === "link") return { path, kind, target: entry.target() ?? "?" };
  const stat = entry.stat();
  return stat === undefined ? undefined : { path, kind, size: stat.size };
}

function lineOf(name: string, { kind, size, target }: ListedEntry): string {
  const shown = shownName(name);
  switch (kind) {
    case "directory":
      return `${shown}/`;
    case "link":
      return `${shown} -> ${shownName(target ?? "?")}`;
    case "file":
      return `${shown} (${formatSize(size ?? 0)})`;
    case "other":
      return `${shown} (not a regular file)`;
  }
}
