import { closeSync, fstatSync } from "node:fs";
import { decodeText, fail, value } from "@wield/core";
import type { FailedResult, FoundFile, Outcome, SearchEnd, SearchOptions } from "@wield/core";
import { readBytes } from "../../content/read-bytes.ts";
import { cancelled, ioError } from "../../files/failures.ts";
import type { FilesContext } from "../../files/open-path.ts";
import { READ_FLAGS } from "../../files/read-file.ts";
import type { Held } from "../../walk/held.ts";
import { osError } from "../../walk/os-error.ts";
import { countingEnd } from "../folder/folder-search.ts";
import { isTimeOut } from "../folder/is-time-out.ts";
import { findNumberedLines } from "../found/each-line.ts";
import { eachMatch } from "../found/each-match.ts";
import { foundFile, shownLines, viewedLines } from "../found/found-file.ts";
import type { ViewedLines } from "../found/found-file.ts";
import type { Place } from "../found/place.ts";
import { normalText } from "../text/normal-text.ts";
import { examineLargeText, largeTextPieces } from "./large-text.ts";
import { pickLines } from "./pick-lines.ts";

/** Larger files are not held in memory, and what spans lines is not looked for in them. */
export const MOST_HELD_BYTES = 64 * 1024 * 1024;

export interface SearchedFile {
  readonly object: Held;
  readonly display: string;
  readonly notes: readonly string[];
}

/** One search of one file. */
export interface FileSearch {
  readonly display: string;
  readonly regex: string;
  readonly options: SearchOptions;
  readonly signal: AbortSignal;
}

/** What was found in one file: how many matches, and those of the page. */
export interface Found {
  readonly count: number;
  readonly places: readonly Place[];
  readonly text: ViewedLines;
}

/** Searches the one file a call names, of any size, when it is text. */
export async function searchFile(
  context: FilesContext,
  { object, display, notes }: SearchedFile,
  { regex, options }: { readonly regex: string; readonly options: SearchOptions },
): Promise<Outcome<SearchEnd>> {
  const { signal } = context.scope;
  let fd: number | undefined;
  try {
    fd = object.open(READ_FLAGS);
    const size = Number(fstatSync(fd, { bigint: true }).size);
    const search = { display, regex, options, signal };
    const found =
      size <= MOST_HELD_BYTES
        ? await findHeld(search, await readBytes(fd, { size, limit: MOST_HELD_BYTES }))
        : await findLarge(search, { fd, size });
    return found.ok ? endOfSearch(search, found.value, notes) : found;
  } catch (error) {
    return ioError("read", display, osError(error));
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

export function endOfSearch(search: FileSearch, found: Found, notes: readonly string[]): Outcome<SearchEnd> {
  const { display, signal } = search;
  if (signal.aborted && !isTimeOut(signal)) return cancelled("read", display);
  return value({ ...endOf(search, found), path: display, notes, isPartial: signal.aborted });
}

/** In a whole content that is held. */
export async function findHeld(
  { display, regex, options, signal }: FileSearch,
  bytes: Uint8Array,
): Promise<Outcome<Found>> {
  const decoded = decodeText(bytes, { path: display });
  const text = decoded.ok ? normalText(bytes) : undefined;
  if (!decoded.ok || text === undefined) return decoded.ok ? notText(display) : decoded;
  const counter = createCounter(options);
  const found = await eachMatch([text], { regex, options, most: counter.most, signal }, (_, place) => {
    counter.add(place);
  });
  return found.ok ? value({ ...counter.found(), text: viewedLines(text) }) : found;
}

/** In an open file of this machine that is too large to be held. */
export async function findLarge(
  { display, regex, options, signal }: FileSearch,
  { fd, size }: { readonly fd: number; readonly size: number },
): Promise<Outcome<Found>> {
  if (options.isMultiline) {
    return fail("too_large", `${display} has ${size} bytes, too many for matches that span lines`, {
      hint: "search it without multiline, or copy the part you need into a file of its own",
    });
  }
  const text = await examineLargeText(fd, signal);
  if (text === undefined) return notText(display);
  const counter = createCounter(options);
  const isPlain = !text.hasCr && text.markLength === 0;
  const found = await findNumberedLines(
    isPlain ? { file: fd } : { input: () => largeTextPieces(fd, text) },
    { regex, options, most: counter.most, signal },
    ({ line, byteColumn }) => {
      counter.add({ line, lastLine: line, byteColumn });
      return true;
    },
  );
  if (!found.ok) return found;
  const { places } = counter.found();
  const lines = new Set(shownLines(places, Infinity, options));
  const byteColumns = new Map(places.map(({ line, byteColumn }) => [line, byteColumn]));
  const picked = await pickLines(largeTextPieces(fd, text), { lines, byteColumns });
  return value({ ...counter.found(), text: picked });
}

function notText(display: string): FailedResult {
  return fail("binary", `${display} is binary or not UTF-8`);
}

/** Counts matches and keeps those of the page. */
function createCounter(options: SearchOptions) {
  const { offset, limit, unit } = options;
  const places: Place[] = [];
  let count = 0;
  return {
    most: unit === "files" ? Number.MAX_SAFE_INTEGER : countingEnd(options) + 1,
    add(place: Place): void {
      if (unit === "matches" && count >= offset && count < offset + limit) places.push(place);
      count += 1;
    },
    found: () => ({ count, places }),
  };
}

type Counts = Omit<SearchEnd, "path" | "notes" | "isPartial">;

function endOf({ display, options }: FileSearch, { count, places, text }: Found): Counts {
  const end = countingEnd(options);
  const isExact = options.unit === "files" || count <= end;
  const matches = isExact ? count : end;
  const { offset, limit, unit } = options;
  return {
    page: count === 0 ? [] : pageOf(options, { path: display, count, places, text }),
    matches,
    files: count === 0 ? 0 : 1,
    isExact,
    hasMore: unit === "matches" && matches > offset + limit,
    unreadable: [],
    unreadableCount: 0,
    closed: { files: 0, folders: 0 },
  };
}

function pageOf(options: SearchOptions, found: Found & { readonly path: string }): readonly FoundFile[] {
  const { path, count } = found;
  if (options.unit === "files") return options.offset > 0 ? [] : [{ path, count, lines: [], matches: [] }];
  return found.places.length === 0 ? [] : [foundFile(found, options)];
}
