import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { comparePaths, value } from "@wield/core";
import type { Outcome } from "@wield/core";
import { IGNORE_FILE } from "../ignore/read-ignore-file.ts";
import { joinIgnoreFiles } from "../ignore/rules-above.ts";
import { createCountParser } from "../ripgrep/count-parser.ts";
import type { CountLine } from "../ripgrep/count-parser.ts";
import { runRipgrep } from "../ripgrep/run-ripgrep.ts";
import type { RipgrepEnd } from "../ripgrep/run-ripgrep.ts";
import { brokenOff, checkPattern } from "../ripgrep/check-pattern.ts";
import { patternArguments } from "../ripgrep/search-pattern.ts";
import { COMMON_ARGUMENTS, treeArguments } from "../ripgrep/tree-arguments.ts";
import { countingEnd, isIncluded } from "./folder-search.ts";
import type { Candidate, FolderSearch } from "./folder-search.ts";

export interface Counted {
  /** In path order, relative to the folder. */
  readonly candidates: readonly Candidate[];
  /** False when there are more candidates than are kept, or the call's time ended. */
  readonly isComplete: boolean;
  /** Files and folders that could not be read, relative to the folder. */
  readonly unreadable: readonly string[];
  readonly unreadableCount: number;
  /** What is to be told of the engine itself. */
  readonly notes: readonly string[];
}

/** More than a page ever needs, and few enough to keep. */
const MOST_CANDIDATES = 200_000;
const MOST_UNREADABLE = 1000;
const MOST_REMEMBERED = 64;

/** Where a search of this process was held up by large files: the next one there looks at sizes from the start. */
const foldersWithLargeFiles = new Set<string>();

/** How many matches the files of a folder have, as the engine sees them. Nothing of it was looked at more closely. */
export async function countMatches(search: FolderSearch): Promise<Outcome<Counted>> {
  const { options, rawRegex, context } = search;
  const once = await countOnce(search);
  if (!once.ok) return once;
  const { end, candidates, refusals } = once.value;
  const isSilent = candidates.isEmpty() && refusals.count === 0;
  if (end.kind === "failed" && isSilent) {
    // It fails for a pattern it does not take, and for files; which of them it was shows without files.
    const refused = await checkPattern(rawRegex, options, context.scope.signal);
    if (!refused.ok) return refused;
  }
  if (end.kind === "broken" && isSilent) return brokenOff(end.reason);
  return value({
    candidates: candidates.inOrder(),
    isComplete:
      !candidates.isCut() && (end.kind === "found" || end.kind === "nothing" || end.kind === "failed"),
    unreadable: refusals.paths,
    unreadableCount: refusals.count,
    notes:
      end.kind === "broken"
        ? [`the search program broke off (${end.reason}); only what it had found by then is told`]
        : [],
  });
}

interface Pass {
  readonly end: RipgrepEnd;
  readonly candidates: ReturnType<typeof createCandidates>;
  readonly refusals: { readonly paths: readonly string[]; readonly count: number };
}

/** Large files are dropped later anyhow: only where they cost time is the engine told to look for them. */
async function countOnce(search: FolderSearch): Promise<Outcome<Pass>> {
  const { real } = search.start;
  const canWatch = search.context.walker.holder.kind === "descriptors";
  if (!canWatch || foldersWithLargeFiles.has(real)) return onePass(search, true);
  const quick = await onePass(search, false);
  if (!quick.ok || (quick.value.end.kind !== "large" && quick.value.end.kind !== "broken")) return quick;
  if (foldersWithLargeFiles.size >= MOST_REMEMBERED) foldersWithLargeFiles.clear();
  foldersWithLargeFiles.add(real);
  return onePass(search, true);
}

async function onePass(search: FolderSearch, looksAtSizes: boolean): Promise<Outcome<Pass>> {
  const { context, options, rawRegex, start } = search;
  using place = startingPlace(search);
  const candidates = createCandidates();
  const unreadable: string[] = [];
  let unreadableCount = 0;
  const prefix = place.folder === "" ? "./" : `./${place.folder}/`;
  const { maxFileBytes } = options;
  const end = await runRipgrep({
    // A child that is starting still has the descriptors of this process.
    cwd: place.cwd ?? start.held.at("."),
    args: [
      ...COMMON_ARGUMENTS,
      "--no-mmap",
      "--crlf",
      "--count",
      "--null",
      ...(options.unit === "files" ? [] : [`--max-count=${countingEnd(options) + 1}`]),
      ...patternArguments(rawRegex, options),
      ...treeArguments({
        includesIgnored: options.includesIgnored,
        ...(options.include === undefined ? {} : { include: options.include }),
        ...(looksAtSizes ? { maxFileBytes } : {}),
        excluded: search.closed,
        ...(place.ignoreFile === undefined ? {} : { ignoreFile: place.ignoreFile }),
        folder: place.folder,
      }),
    ],
    ...(looksAtSizes ? {} : { maxFileBytes }),
    signal: context.scope.signal,
    onOutput: createCountParser(({ path, count }) => {
      const below = path.startsWith(prefix) ? path.slice(prefix.length) : path;
      if (isIncluded(below, options.include)) candidates.add({ path: below, count });
    }),
    onMessage(line) {
      const path = refusedPath(line);
      if (path?.startsWith(prefix) !== true) return;
      unreadableCount += 1;
      if (unreadable.length < MOST_UNREADABLE) unreadable.push(path.slice(prefix.length).replace(/\/$/, ""));
    },
  });
  if (!end.ok) return end;
  return value({ end: end.value, candidates, refusals: { paths: unreadable, count: unreadableCount } });
}

/** `rg: PATH: REASON (os error N)` */
function refusedPath(line: string): string | undefined {
  return /^rg: (\.\/.*): [^:]* \(os error \d+\)$/.exec(line)?.[1];
}

interface StartingPlace extends Disposable {
  /** Where the program starts; nothing for the folder that is searched itself. */
  readonly cwd?: string;
  /** The folder to search, relative to that. */
  readonly folder: string;
  readonly ignoreFile?: string;
}

/** Ignore files above the folder hold for it too: the program then starts in the highest of their folders. */
function startingPlace({ start, options }: FolderSearch): StartingPlace {
  const files = options.includesIgnored ? [] : start.rulesAbove;
  const highest = files.at(-1);
  if (highest === undefined) return { folder: "", [Symbol.dispose]: () => {} };
  const cwd = highest.folder;
  const folder = relative(cwd, start.real).split(sep).join("/");
  if (files.length === 1) return { cwd, folder, ignoreFile: IGNORE_FILE, [Symbol.dispose]: () => {} };
  const made = mkdtempSync(join(tmpdir(), "wield-ignore-"));
  const ignoreFile = join(made, IGNORE_FILE);
  writeFileSync(ignoreFile, joinIgnoreFiles(files, cwd));
  return { cwd, folder, ignoreFile, [Symbol.dispose]: () => rmSync(made, { recursive: true, force: true }) };
}

/** The first candidates in path order, however many come. */
function createCandidates() {
  let kept: Candidate[] = [];
  let isCut = false;
  const sort = (): void => {
    kept.sort((left, right) => comparePaths(left.path, right.path));
  };
  return {
    add(candidate: CountLine): void {
      kept.push(candidate);
      if (kept.length < 2 * MOST_CANDIDATES) return;
      sort();
      kept = kept.slice(0, MOST_CANDIDATES);
      isCut = true;
    },
    isEmpty: () => kept.length === 0,
    isCut: () => isCut,
    inOrder(): readonly Candidate[] {
      sort();
      return kept;
    },
  };
}
