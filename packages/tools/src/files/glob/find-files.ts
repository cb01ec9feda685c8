import type { ClosedCount, Files, Outcome, PathPattern, PathProgress, WalkEntry } from "@wield/core";
import { value } from "@wield/core";
import type { Unreadable } from "../walks/unreadable-note.ts";

export interface GlobRequest {
  readonly path: string;
  readonly pattern: PathPattern;
  readonly includesIgnored: boolean;
}

export interface FoundPath {
  /** Relative to the folder. */
  readonly path: string;
  readonly modifiedAt: number;
}

export interface GlobFound {
  /** Display path of the folder. */
  readonly path: string;
  /** In the order of the walk. */
  readonly files: readonly FoundPath[];
  /** Ignored folders that were not entered although the pattern leads into them, and ignored files that match. */
  readonly ignored: readonly string[];
  readonly unreadable: readonly Unreadable[];
  readonly closed: ClosedCount;
  readonly notes: readonly string[];
  readonly isComplete: boolean;
}

/** Walks a folder along the pattern: what cannot match any more is not entered. */
export async function findFiles(files: Files, request: GlobRequest): Promise<Outcome<GlobFound>> {
  const found: FoundPath[] = [];
  const ignored: string[] = [];
  const unreadable: Unreadable[] = [];
  const way = createWay(request.pattern);
  const walked = await files.walk(request.path, {
    readsIgnoreFiles: !request.includesIgnored,
    cannotEnter: (path, reason) => unreadable.push({ path: `${path}/`, reason }),
    visit(entry) {
      const here = way.at(entry);
      const { name, kind } = entry;
      const next = here.pattern.advance(here.progress, kind === "directory" ? `${name}/` : name);
      if (next.isDead || (kind !== "directory" && !next.isMatch)) return "next";
      const isIgnored = entry.ignoredBy !== undefined && (!request.includesIgnored || name === ".git");
      const naming = isIgnored ? here.pattern.naming(entry.path) : undefined;
      if (isIgnored && naming === undefined) {
        if (name !== ".git") ignored.push(entry.path);
        return "next";
      }
      if (kind === "directory") {
        const pattern = naming ?? here.pattern;
        way.enter(entry, {
          pattern,
          progress: naming === undefined ? next : naming.advance(naming.start, `${entry.path}/`),
        });
        return "enter";
      }
      const stat = kind === "file" ? entry.glance() : kind === "link" ? entry.follow() : undefined;
      if (stat !== undefined) found.push({ path: entry.path, modifiedAt: stat.modifiedAt });
      return "next";
    },
  });
  if (!walked.ok) return walked;
  const { path, closed, notes, isComplete } = walked.value;
  return value({ path, files: found, ignored, unreadable, closed, notes, isComplete });
}

/** How many files match in ignored places, looked for for a second: at least so many. */
export async function countIgnored(
  files: Files,
  request: GlobRequest,
  ignored: readonly string[],
): Promise<Outcome<number>> {
  const leads = new Set(ignored.flatMap(foldersAbove));
  const targets = new Set(ignored);
  const way = createWay(request.pattern);
  let count = 0;
  // Depth of the ignored entry that is being walked.
  let ignoredAt = Infinity;
  const walked = await files.walk(request.path, {
    maxMs: MOST_MS,
    visit(entry) {
      if (entry.depth <= ignoredAt) ignoredAt = targets.has(entry.path) ? entry.depth : Infinity;
      const { progress, pattern } = way.at(entry);
      const isFolder = entry.kind === "directory";
      const next = pattern.advance(progress, isFolder ? `${entry.name}/` : entry.name);
      if (next.isDead || entry.name === ".git") return "next";
      const isInside = ignoredAt !== Infinity;
      if (isFolder) {
        if (!isInside && !leads.has(entry.path)) return "next";
        way.enter(entry, { pattern, progress: next });
        return "enter";
      }
      if (isInside && entry.kind === "file" && next.isMatch) count += 1;
      return "next";
    },
  });
  return walked.ok ? value(count) : walked;
}

const MOST_MS = 1000;

interface Step {
  readonly pattern: PathPattern;
  readonly progress: PathProgress;
}

/** How far the pattern has come in each folder from the start down to the one that is walked. */
function createWay(pattern: PathPattern) {
  const steps: Step[] = [{ pattern, progress: pattern.start }];
  return {
    at: (entry: WalkEntry): Step => steps[entry.depth - 1] ?? { pattern, progress: pattern.start },
    enter(entry: WalkEntry, step: Step): void {
      steps[entry.depth] = step;
    },
  };
}

function foldersAbove(path: string): readonly string[] {
  const segments = path.split("/");
  return segments.slice(0, -1).map((_, index) => segments.slice(0, index + 1).join("/"));
}
