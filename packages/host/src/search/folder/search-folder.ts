import { join } from "node:path";
import { fail, value } from "@wield/core";
import type { ClosedCount, FoundFile, Outcome, SearchEnd, SearchOptions } from "@wield/core";
import type { FilesContext } from "../../files/open-path.ts";
import { displayOf } from "../../walk/zone.ts";
import { rulesAbove } from "../ignore/rules-above.ts";
import type { SearchPattern } from "../ripgrep/search-pattern.ts";
import { HeldFolders } from "../tree/held-folders.ts";
import { walkTree } from "../tree/walk-tree.ts";
import type { TreeStart } from "../tree/walk-tree.ts";
import { countLeftOut } from "./count-left-out.ts";
import { countMatches } from "./count-matches.ts";
import type { FolderSearch } from "./folder-search.ts";
import { isTimeOut } from "./is-time-out.ts";
import { nameUnreadable } from "./name-unreadable.ts";
import { readPage } from "./read-page.ts";
import { verifyCandidates } from "./verify-candidates.ts";
import type { VerifiedFile } from "./verify-candidates.ts";

/** How long a search whose time has ended takes to tell what it found. */
const TELLING_MS = 2500;

export interface SearchedFolder {
  readonly folder: Omit<TreeStart, "rulesAbove">;
  readonly display: string;
  readonly notes: readonly string[];
}

/**
 * Searches the files in a folder: the engine counts, and what it names is opened, judged and looked through again
 * here. Nothing that it says of a file is told without that.
 */
export async function searchFolder(
  context: FilesContext,
  { folder, display, notes }: SearchedFolder,
  { regex, rawRegex, options }: SearchPattern & { readonly options: SearchOptions },
): Promise<Outcome<SearchEnd>> {
  const { signal, workspace } = context.scope;
  const start = {
    ...folder,
    rulesAbove: options.includesIgnored ? [] : rulesAbove(context.walker, folder.real),
  };
  const closed = await findClosed(context, start, options);
  const search: FolderSearch = { context, start, regex, rawRegex, options, closed: closed.paths };
  const begun = performance.now();
  const counted = await countMatches(search);
  const searchMs = performance.now() - begun;
  if (!counted.ok) return counted;
  if (signal.aborted && !isTimeOut(signal)) return fail("cancelled", `the search of ${display} was ended`);

  using folders = new HeldFolders(context, start);
  const telling = signal.aborted ? AbortSignal.timeout(TELLING_MS) : signal;
  const work = { candidates: counted.value.candidates, signal: telling };
  const verified = await verifyCandidates(search, folders, work);
  if (!verified.ok) return verified;
  const { files, matches, isExact } = verified.value;
  const show = (path: string): string => displayOf(join(folder.real, path), workspace);
  const page = await pageOf(search, folders, { files, displayOf: show, signal: telling });
  if (!page.ok) return page;

  const unreadable = nameUnreadable(folders, {
    counted: counted.value,
    verified: verified.value,
    include: options.include,
  });
  const isPartial = signal.aborted;
  const end = options.offset + options.limit;
  return value({
    path: display,
    notes: [...notes, ...counted.value.notes],
    page: page.value,
    matches,
    files: files.length,
    isExact: isExact && counted.value.isComplete,
    hasMore: (options.unit === "files" ? files.length : matches) > end,
    unreadable: unreadable.named.map(({ path, isFolder, reason }) => ({
      path: isFolder ? `${show(path)}/` : show(path),
      reason,
    })),
    unreadableCount: unreadable.count,
    closed: closed.count,
    ...(matches === 0 && !isPartial ? { leftOut: await countLeftOut(search, folders, searchMs) } : {}),
    isPartial,
  });
}

interface PageFiles {
  readonly files: readonly VerifiedFile[];
  displayOf(path: string): string;
  readonly signal: AbortSignal;
}

async function pageOf(
  search: FolderSearch,
  folders: HeldFolders,
  page: PageFiles,
): Promise<Outcome<readonly FoundFile[]>> {
  const { offset, limit, unit } = search.options;
  if (unit === "matches") return readPage(search, folders, page);
  return value(
    page.files
      .slice(offset, offset + limit)
      .map(({ path, count }) => ({ path: page.displayOf(path), count, lines: [], matches: [] })),
  );
}

interface Closed {
  readonly paths: readonly string[];
  readonly count: ClosedCount;
}

/** What rules close below the folder, found before anything is searched: it must not matter what is in it. */
async function findClosed(context: FilesContext, start: TreeStart, options: SearchOptions): Promise<Closed> {
  if (context.scope.isOpenBelow?.(start.real) === true) return { paths: [], count: { files: 0, folders: 0 } };
  const paths: string[] = [];
  const { closed } = await walkTree(context, start, {
    readsIgnoreFiles: !options.includesIgnored,
    onClosed: (path) => paths.push(path),
    visit(entry) {
      if (entry.kind !== "directory") return "next";
      const isLeftOut = entry.name === ".git" || (entry.ignoredBy !== undefined && !options.includesIgnored);
      return isLeftOut ? "next" : "enter";
    },
  });
  return { paths, count: closed };
}
