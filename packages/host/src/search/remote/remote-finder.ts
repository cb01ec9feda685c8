import { type FoundFile, type Outcome, value } from "@wield/core";
import type { RemoteWork } from "../../files/remote/open/open-remote-for-reading.ts";
import { osReason } from "../../walk/os-error.ts";
import { countingEnd } from "../folder/folder-search.ts";
import { eachMatch } from "../found/each-match.ts";
import { foundFile, viewedLines } from "../found/found-file.ts";
import type { Place } from "../found/place.ts";
import { HEAD_BYTES, judgeHead } from "../text/judge-head.ts";
import { type NormalText, normalText } from "../text/normal-text.ts";
import { readRemoteTexts, type RemoteFile } from "./read-remote-texts.ts";
import type { RemoteSearch } from "./search-remote-folder.ts";

/** A file that is to be searched; its path is relative to the folder. */
export interface WantedFile extends RemoteFile {
  readonly path: string;
}

/** So much is brought here and looked through at once. */
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_FILES = 500;
const BATCH_NAME_BYTES = 50_000;

interface Loaded {
  readonly file: WantedFile;
  readonly text: NormalText;
}

/** Brings files here in path order and looks for matches in them, as far as is wanted. */
export function createRemoteFinder({ shell, scope }: RemoteWork, { regex, options }: RemoteSearch) {
  const { signal } = scope;
  const { offset, limit, unit } = options;
  const end = countingEnd(options);
  const page: FoundFile[] = [];
  const unreadable: { readonly path: string; readonly reason: string }[] = [];
  const opened = new Set<WantedFile>();
  let matches = 0;
  let files = 0;
  let binary = 0;
  let isEnough = false;

  const load = (batch: readonly WantedFile[]) => readRemoteTexts(shell, batch);
  const take = (batch: readonly WantedFile[], texts: readonly unknown[]): readonly Loaded[] =>
    batch.flatMap((file, index): readonly Loaded[] => {
      const text = texts[index];
      if (!(text instanceof Uint8Array)) {
        const refused = refusalIn(text);
        if (refused !== undefined) unreadable.push({ path: file.path, reason: osReason(refused) });
        return [];
      }
      opened.add(file);
      if (text.length > options.maxFileBytes) return [];
      const isBinary = judgeHead(text.subarray(0, HEAD_BYTES), text.length <= HEAD_BYTES) === "binary";
      if (isBinary) binary += 1;
      const normal = isBinary ? undefined : normalText(text);
      return normal === undefined ? [] : [{ file, text: normal }];
    });

  const isOnPage = (number: number): boolean =>
    unit === "matches" && number >= offset && number < offset + limit;
  const count = async (loaded: readonly Loaded[]): Promise<Outcome<void>> => {
    const counts = loaded.map(() => 0);
    const places: Place[][] = loaded.map(() => []);
    // Enough for the file that ends the counting too, whatever stands before it.
    const most = unit === "files" ? Number.MAX_SAFE_INTEGER : 2 * (end + 1);
    const texts = loaded.map(({ text }) => text);
    let number = matches;
    const found = await eachMatch(texts, { regex, options, most, signal }, (index, place) => {
      counts[index] = (counts[index] ?? 0) + 1;
      if (isOnPage(number)) places[index]?.push(place);
      number += 1;
    });
    for (const [index, { file, text }] of loaded.entries()) {
      const counted = counts[index] ?? 0;
      if (counted === 0 || isEnough) continue;
      add(
        { path: file.path, count: unit === "files" ? counted : Math.min(counted, end + 1) },
        text,
        places[index],
      );
      isEnough = matches > end && (unit === "matches" || files > offset + limit);
    }
    return found;
  };
  const add = (
    file: Pick<FoundFile, "path" | "count">,
    text: NormalText,
    places: readonly Place[] = [],
  ): void => {
    if (unit === "files" && files >= offset && files < offset + limit)
      page.push({ ...file, lines: [], matches: [] });
    if (places.length > 0) page.push(foundFile({ ...file, text: viewedLines(text), places }, options));
    files += 1;
    matches += file.count;
  };

  return {
    async find(wanted: readonly WantedFile[]): Promise<Outcome<void>> {
      for (const batch of batches(wanted)) {
        if (isEnough || signal.aborted) break;
        const texts = await load(batch);
        if (!texts.ok) return texts;
        const counted = await count(take(batch, texts.value));
        if (!counted.ok) return counted;
      }
      return value(undefined);
    },
    wasOpened: (file: WantedFile): boolean => opened.has(file),
    found() {
      const isExact = matches <= end && !isEnough;
      const told = isExact || unit === "files" ? matches : Math.min(matches, end);
      return { page, matches: told, files, isExact, unreadable, binary };
    },
  };
}

function refusalIn(text: unknown): NodeJS.ErrnoException | undefined {
  const isRefusal = typeof text === "object" && text !== null && "refused" in text;
  return isRefusal && text.refused instanceof Error ? text.refused : undefined;
}

export function batches(files: readonly WantedFile[]): readonly (readonly WantedFile[])[] {
  const all: WantedFile[][] = [];
  let size = Infinity;
  let names = 0;
  for (const file of files) {
    const last = all.at(-1);
    size += Number(file.stats.size);
    names += file.bytes.length + 6;
    if (last === undefined || size > BATCH_BYTES || names > BATCH_NAME_BYTES || last.length >= BATCH_FILES) {
      all.push([file]);
      size = Number(file.stats.size);
      names = file.bytes.length + 6;
    } else last.push(file);
  }
  return all;
}
