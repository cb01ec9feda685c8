import { value } from "@wield/core";
import type { FoundFile, Outcome } from "@wield/core";
import { eachMatch } from "../found/each-match.ts";
import { foundFile, viewedLines } from "../found/found-file.ts";
import type { Place } from "../found/place.ts";
import type { NormalText } from "../text/normal-text.ts";
import type { HeldFolders } from "../tree/held-folders.ts";
import type { FolderSearch } from "./folder-search.ts";
import { readTreeText } from "./read-text.ts";
import { BATCH_BYTES } from "./verify-candidates.ts";
import type { VerifiedFile } from "./verify-candidates.ts";

export interface PageRead {
  readonly files: readonly VerifiedFile[];
  /** Display path of a path below the folder. */
  displayOf(path: string): string;
  readonly signal: AbortSignal;
}

/** A file of the page and which of its matches are on it. */
interface Part {
  readonly file: VerifiedFile;
  readonly skip: number;
  readonly take: number;
}

interface LoadedPart extends Part {
  readonly text: NormalText;
}

/** The files of the page with the lines that are shown of them, read and matched again as they are now. */
export async function readPage(
  search: FolderSearch,
  folders: HeldFolders,
  { files, displayOf, signal }: PageRead,
): Promise<Outcome<readonly FoundFile[]>> {
  const { options } = search;
  const page: FoundFile[] = [];
  let batch: LoadedPart[] = [];
  let size = 0;
  const show = async (): Promise<Outcome<void>> => {
    const parts = batch;
    batch = [];
    size = 0;
    const places = await placesIn(parts, search, signal);
    if (!places.ok) return places;
    for (const [index, { file, text }] of parts.entries()) {
      const shown = places.value[index] ?? [];
      // It changed since it was counted, and does not match any more.
      if (shown.length === 0) continue;
      page.push(
        foundFile(
          { path: displayOf(file.path), count: file.count, text: viewedLines(text), places: shown },
          options,
        ),
      );
    }
    return value(undefined);
  };
  for (const part of partsOf(files, options)) {
    const text = await readTreeText(folders, part.file.path, options.maxFileBytes);
    if (text === undefined) continue;
    batch.push({ ...part, text });
    size += text.bytes.length;
    if (size < BATCH_BYTES) continue;
    const shown = await show();
    if (!shown.ok) return shown;
  }
  const shown = await show();
  return shown.ok ? value(page) : shown;
}

function partsOf(
  files: readonly VerifiedFile[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): readonly Part[] {
  return files.flatMap((file) => {
    const skip = Math.max(0, offset - file.before);
    const take = Math.min(file.count, offset + limit - file.before) - skip;
    return take > 0 ? [{ file, skip, take }] : [];
  });
}

/** The wanted matches of each part. */
async function placesIn(
  parts: readonly LoadedPart[],
  { options, regex }: FolderSearch,
  signal: AbortSignal,
): Promise<Outcome<readonly (readonly Place[])[]>> {
  const places: Place[][] = parts.map(() => []);
  const seen = parts.map(() => 0);
  const last = parts.at(-1);
  const most = parts.reduce((sum, { file }) => sum + file.count, 0);
  // Of the last file nothing is needed behind the page; of one that spans lines each is looked at alone.
  const wanted = last === undefined ? 0 : most - last.file.count + last.skip + last.take;
  const search = { regex, options, most: Math.max(1, options.isMultiline ? most : wanted), signal };
  const found = await eachMatch(
    parts.map(({ text }) => text),
    search,
    (index, place) => {
      const part = parts[index];
      const number = seen[index] ?? 0;
      seen[index] = number + 1;
      if (part !== undefined && number >= part.skip && number < part.skip + part.take)
        places[index]?.push(place);
    },
  );
  return found.ok ? value(places) : found;
}
