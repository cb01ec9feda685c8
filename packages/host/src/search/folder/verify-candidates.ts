import { value } from "@wield/core";
import type { Outcome } from "@wield/core";
import { nextTurn } from "../../content/content-mark.ts";
import { osError, osReason } from "../../walk/os-error.ts";
import type { HeldFolders } from "../tree/held-folders.ts";
import type { NormalText } from "../text/normal-text.ts";
import { eachMatch } from "../found/each-match.ts";
import { countingEnd } from "./folder-search.ts";
import type { Candidate, FolderSearch } from "./folder-search.ts";
import { kindOfFile, readTreeText } from "./read-text.ts";

/** A file that may be read and is text; `before` counts the matches in the files before it. */
export interface VerifiedFile extends Candidate {
  readonly before: number;
}

export interface Verified {
  readonly files: readonly VerifiedFile[];
  readonly matches: number;
  /** Whether all candidates were counted. */
  readonly isExact: boolean;
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

const FILES_AT_A_TIME = 128;
/** Texts of about this many bytes are looked through by one run of the engine. */
export const BATCH_BYTES = 16 * 1024 * 1024;

/** Opens the candidates in path order and counts their matches by the rules of the tools, as far as is wanted. */
export async function verifyCandidates(
  search: FolderSearch,
  folders: HeldFolders,
  work: { readonly candidates: readonly Candidate[]; readonly signal: AbortSignal },
): Promise<Outcome<Verified>> {
  const { candidates, signal } = work;
  const { offset, limit, maxFileBytes, unit } = search.options;
  const end = countingEnd(search.options);
  const files: VerifiedFile[] = [];
  const unreadable: { path: string; reason: string }[] = [];
  let matches = 0;
  let index = 0;
  const isEnough = (): boolean => matches > end && (unit === "matches" || files.length > offset + limit);
  while (index < candidates.length && !isEnough()) {
    const some = candidates.slice(index, index + FILES_AT_A_TIME);
    index += some.length;
    const looked = some.map((candidate) => ({
      candidate,
      look: lookAt(folders, candidate.path, maxFileBytes),
    }));
    const odd = looked.flatMap(({ candidate, look }) => (look === "odd" ? [candidate.path] : []));
    const recounted = await recount(search, folders, {
      paths: odd,
      most: unit === "files" ? Number.MAX_SAFE_INTEGER : end + 1,
      signal,
    });
    if (!recounted.ok) return recounted;
    for (const { candidate, look } of looked) {
      if (typeof look === "object") unreadable.push({ path: candidate.path, reason: look.refused });
      const count = look === "plain" ? candidate.count : (recounted.value.get(candidate.path) ?? 0);
      if (count === 0) continue;
      files.push({ path: candidate.path, count, before: matches });
      matches += count;
      if (isEnough()) break;
    }
    await nextTurn();
  }
  const isExact = matches <= end && index >= candidates.length;
  return value({
    files,
    matches: isExact || unit === "files" ? matches : Math.min(matches, end),
    isExact,
    unreadable,
  });
}

type Look = "plain" | "odd" | "none" | { readonly refused: string };

function lookAt(folders: HeldFolders, path: string, maxBytes: number): Look {
  const opening = folders.open(path);
  if (opening === "gone") return "none";
  if ("refused" in opening) return opening;
  using file = opening;
  try {
    // It may have grown since it was searched.
    if (file.stats.size > maxBytes) return "none";
    const kind = kindOfFile(file);
    return kind === "binary" ? "none" : kind;
  } catch (error) {
    return { refused: osReason(osError(error)) };
  }
}

interface Recount {
  readonly paths: readonly string[];
  readonly most: number;
  readonly signal: AbortSignal;
}

/** Counts again what the engine may have counted otherwise, on the text as the tools see it. */
async function recount(
  { options, regex }: FolderSearch,
  folders: HeldFolders,
  { paths, most, signal }: Recount,
): Promise<Outcome<ReadonlyMap<string, number>>> {
  const counts = new Map<string, number>();
  let batch: { readonly path: string; readonly text: NormalText }[] = [];
  let size = 0;
  const count = async (): Promise<Outcome<void>> => {
    const loaded = batch;
    const texts = loaded.map(({ text }) => text);
    batch = [];
    size = 0;
    return eachMatch(texts, { regex, options, most, signal }, (index) => {
      const path = loaded[index]?.path ?? "";
      counts.set(path, (counts.get(path) ?? 0) + 1);
    });
  };
  for (const path of paths) {
    const text = await readTreeText(folders, path, options.maxFileBytes);
    if (text === undefined) continue;
    batch.push({ path, text });
    size += text.bytes.length;
    if (size < BATCH_BYTES) continue;
    const done = await count();
    if (!done.ok) return done;
  }
  const done = await count();
  return done.ok ? value(counts) : done;
}
