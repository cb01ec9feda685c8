import { mkdtempSync, openSync, closeSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Outcome, SearchEnd, SearchOptions } from "@wield/core";
import { ioError } from "../../files/failures.ts";
import { notUsableAsFile } from "../../files/open-path.ts";
import {
  openRemoteForReading,
  type OpenRemoteForReading,
  type RemoteWork,
} from "../../files/remote/open/open-remote-for-reading.ts";
import { replacedMeanwhile } from "../../files/remote/place/remote-locate.ts";
import { contentOf, readRemoteContent } from "../../files/remote/read-remote-file.ts";
import { checkPattern } from "../ripgrep/check-pattern.ts";
import { searchPattern } from "../ripgrep/search-pattern.ts";
import { endOfSearch, type FileSearch, findHeld, findLarge, MOST_HELD_BYTES } from "../file/search-file.ts";
import { searchRemoteFolder } from "./search-remote-folder.ts";

/** A large file is brought here in pieces of this size. */
const PIECE_BYTES = 16 * 1024 * 1024;

/** Searches what a call names there: a folder, or one file. The engine is the one of this machine. */
export async function searchRemoteFiles(
  work: RemoteWork,
  given: string,
  options: SearchOptions,
): Promise<Outcome<SearchEnd>> {
  const { signal } = work.scope;
  const pattern = searchPattern(options);
  if (!pattern.ok) return pattern;
  const opening = await openEither(work, given);
  if (!opening.ok) return opening;
  const { opened, object, notes } = opening.value;
  const refusal = object.stats.isDirectory() ? undefined : notUsableAsFile("read", opened.path, object);
  if (refusal !== undefined) return refusal;
  const { regex, rawRegex } = pattern.value;
  if (object.stats.isDirectory()) {
    const checked = await checkPattern(rawRegex, options, signal);
    return checked.ok ? searchRemoteFolder(work, { opened, notes }, { regex, options }) : checked;
  }
  const search = { display: opened.path.display, regex, options, signal };
  return searchRemoteFile(opening.value, search);
}

async function searchRemoteFile(
  { opened, object, notes }: OpenRemoteForReading,
  search: FileSearch,
): Promise<Outcome<SearchEnd>> {
  if (Number(object.stats.size) > MOST_HELD_BYTES) return searchLarge({ opened, object, notes }, search);
  const read = await readRemoteContent(opened, MOST_HELD_BYTES);
  if (!read.ok) return read;
  const found = await findHeld(search, read.value.bytes);
  return found.ok ? endOfSearch(search, found.value, notes) : found;
}

/** What is too large to be held is searched in a file of this machine, which goes again. */
async function searchLarge(
  { opened, object, notes }: OpenRemoteForReading,
  search: FileSearch,
): Promise<Outcome<SearchEnd>> {
  const folder = mkdtempSync(join(tmpdir(), "wield-search-"));
  const fd = openSync(join(folder, "content"), "wx+", 0o600);
  try {
    const bytes = Buffer.from(opened.located.rest.at(-1) ?? "").toString("latin1");
    let size = 0;
    for (;;) {
      const read = await contentOf(opened.shell, { bytes, limit: PIECE_BYTES, from: size });
      if (!read.ok) return read;
      if ("error" in read.value) return ioError("read", search.display, read.value.error);
      if (!read.value.stats.isSameObject(object.stats))
        return ioError("read", search.display, replacedMeanwhile());
      writeSync(fd, read.value.bytes);
      size += read.value.bytes.length;
      if (read.value.bytes.length < PIECE_BYTES) break;
    }
    const found = await findLarge(search, { fd, size });
    return found.ok ? endOfSearch(search, found.value, notes) : found;
  } finally {
    closeSync(fd);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A name that is missing may have been meant for a file or for a folder. */
async function openEither(work: RemoteWork, given: string): Promise<Outcome<OpenRemoteForReading>> {
  const opening = await openRemoteForReading(work, given, "file");
  if (opening.ok || opening.code !== "no_such_file" || opening.hint !== undefined) return opening;
  return openRemoteForReading(work, given, "directory");
}
