import {
  type ClosedCount,
  comparePaths,
  fail,
  type FoundFile,
  type Outcome,
  type SearchEnd,
  type SearchOptions,
  value,
} from "@wield/core";
import { ioError } from "../../files/failures.ts";
import type { RemoteWork } from "../../files/remote/open/open-remote-for-reading.ts";
import type { OpenRemotePath } from "../../files/remote/open/open-remote-path.ts";
import { displayOf } from "../../walk/zone.ts";
import { isIncluded } from "../folder/folder-search.ts";
import { isTimeOut } from "../folder/is-time-out.ts";
import { countRemoteLeftOut } from "./count-remote-left-out.ts";
import { siftRemoteFiles } from "./sift-remote-files.ts";
import { createRemoteFinder, type WantedFile } from "./remote-finder.ts";
import { walkRemoteTree, type RemoteTreeStart } from "./walk-remote-tree.ts";
import { startIn } from "./walk-remote-folder.ts";

export interface RemoteSearch {
  readonly regex: string;
  readonly options: SearchOptions;
}

interface Refused {
  readonly path: string;
  readonly reason: string;
}

const MOST_NAMED = 8;

/**
 * Searches the files of a folder there: what may match is brought here and looked through by the engine of this
 * machine, so every match, line and total is what it would be for the same files here.
 */
export async function searchRemoteFolder(
  work: RemoteWork,
  { opened, notes }: { readonly opened: OpenRemotePath; readonly notes: readonly string[] },
  search: RemoteSearch,
): Promise<Outcome<SearchEnd>> {
  const { shell, scope } = work;
  const { options } = search;
  const { display, real } = opened.path;
  const isTimedOut = (): boolean => scope.signal.aborted && isTimeOut(scope.signal);
  const start = await startIn(work, opened, !options.includesIgnored);
  if (!start.ok) return start;
  const tree = await wantedFiles(work, start.value, options);
  if (!tree.ok) return tree;
  if (tree.value.refused !== undefined) return ioError("read", display, tree.value.refused);
  const finder = createRemoteFinder(work, search);
  const sifted = await siftRemoteFiles(shell, tree.value.files, options);
  const found = sifted.ok ? await finder.find(sifted.value) : sifted;
  if (scope.signal.aborted && !isTimedOut()) return fail("cancelled", `the search of ${display} was ended`);
  if (!found.ok && !isTimedOut()) return found;
  const { page, matches, files, isExact, unreadable } = finder.found();
  const all = [...tree.value.unreadable, ...unreadable].toSorted((left, right) =>
    comparePaths(left.path, right.path),
  );
  const show = (path: string): string => displayOf(`${real === "/" ? "" : real}/${path}`, scope.workspace);
  const isPartial = scope.signal.aborted;
  const leftOut =
    matches === 0 && !isPartial
      ? await countRemoteLeftOut(work, start.value, {
          options,
          tooLarge: tree.value.tooLarge,
          unopened: tree.value.files.filter((file) => !finder.wasOpened(file)),
          binary: finder.found().binary,
        })
      : undefined;
  const end = options.offset + options.limit;
  return value({
    path: display,
    notes,
    page: page.map((file): FoundFile => ({ ...file, path: show(file.path) })),
    matches,
    files,
    isExact: isExact && tree.value.isComplete && !isPartial,
    hasMore: (options.unit === "files" ? files : matches) > end,
    unreadable: all.slice(0, MOST_NAMED).map(({ path, reason }) => ({ path: show(path), reason })),
    unreadableCount: all.length,
    closed: tree.value.closed,
    ...(leftOut === undefined ? {} : { leftOut }),
    isPartial,
  });
}

interface WantedFiles {
  /** In path order. */
  readonly files: readonly WantedFile[];
  readonly tooLarge: number;
  readonly unreadable: readonly Refused[];
  readonly closed: ClosedCount;
  readonly isComplete: boolean;
  readonly refused?: NodeJS.ErrnoException;
}

async function wantedFiles(
  work: RemoteWork,
  start: RemoteTreeStart,
  options: SearchOptions,
): Promise<Outcome<WantedFiles>> {
  const files: WantedFile[] = [];
  const unreadable: Refused[] = [];
  let tooLarge = 0;
  const walked = await walkRemoteTree(work, start, {
    readsIgnoreFiles: !options.includesIgnored,
    followsLinks: false,
    cannotEnter: (path, reason) => unreadable.push({ path: `${path}/`, reason }),
    visit(entry) {
      const isLeftOut = entry.name === ".git" || (entry.ignoredBy !== undefined && !options.includesIgnored);
      if (isLeftOut) return "next";
      if (entry.kind === "directory") return "enter";
      if (entry.kind !== "file" || !isIncluded(entry.path, options.include) || entry.stat() === undefined)
        return "next";
      if (Number(entry.stats.size) > options.maxFileBytes) tooLarge += 1;
      else files.push({ bytes: entry.bytes, path: entry.path, stats: entry.stats });
      return "next";
    },
  });
  if (!walked.ok) return walked;
  const isOpen = work.scope.isOpenBelow?.(start.real) === true;
  return value({
    ...walked.value,
    closed: isOpen ? { files: 0, folders: 0 } : walked.value.closed,
    files: files.toSorted((left, right) => comparePaths(left.path, right.path)),
    tooLarge,
    unreadable,
  });
}
