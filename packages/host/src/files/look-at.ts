import { lstatSync, readdirSync, readlinkSync } from "node:fs";
import type { BigIntStats, Stats } from "node:fs";
import { value } from "@wield/core";
import type { FileEntry, FileKind, FileStat, Outcome } from "@wield/core";
import { nextTurn } from "../content/content-mark.ts";
import type { Held } from "../walk/held.ts";
import { isOsError, osError } from "../walk/os-error.ts";
import { ioError, notADirectory } from "./failures.ts";
import { openForReading } from "./open-for-reading.ts";
import type { FilesContext } from "./open-path.ts";

const ENTRIES_AT_A_TIME = 1000;

export async function statFile(context: FilesContext, given: string): Promise<Outcome<FileStat>> {
  const opening = await openForReading(context, given, "file");
  if (!opening.ok) return opening;
  using opened = opening.value.opened;
  const { stats } = opening.value.object;
  return value({
    path: opened.path.display,
    kind: kindOf(stats),
    size: Number(stats.size),
    mode: Number(stats.mode) & 0o7777,
    modifiedAt: Number(stats.mtimeNs / 1000n) / 1000,
  });
}

/** Entries of a folder in byte order of their names. */
export async function listFolder(
  context: FilesContext,
  given: string,
): Promise<Outcome<readonly FileEntry[]>> {
  const opening = await openForReading(context, given, "directory");
  if (!opening.ok) return opening;
  using opened = opening.value.opened;
  const { object } = opening.value;
  if (!object.stats.isDirectory()) return notADirectory(opened.path.display);
  try {
    return value(await entriesOf(object));
  } catch (error) {
    return ioError("read", opened.path.display, osError(error));
  }
}

async function entriesOf(folder: Held): Promise<readonly FileEntry[]> {
  const entries: FileEntry[] = [];
  // As bytes: a name need not be UTF-8, and one that is not is listed all the same.
  const names = readdirSync(folder.at("."), { encoding: "buffer" }).toSorted(Buffer.compare);
  const before = Buffer.from(`${folder.at(".")}/`);
  for (const [index, name] of names.entries()) {
    if (index % ENTRIES_AT_A_TIME === ENTRIES_AT_A_TIME - 1) await nextTurn();
    const entry = entryOf(Buffer.concat([before, name]), name.toString());
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
}

function entryOf(path: Buffer, name: string): FileEntry | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  // Gone since the folder was read.
  if (stats === undefined) return undefined;
  const kind = kindOf(stats);
  const target = kind === "link" ? targetOf(path) : undefined;
  return { name, kind, size: stats.size, ...(target === undefined ? {} : { target }) };
}

function targetOf(path: Buffer): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (isOsError(error, "EINVAL", "ENOENT")) return undefined;
    throw error;
  }
}

function kindOf(stats: Stats | BigIntStats): FileKind {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "directory";
  return stats.isSymbolicLink() ? "link" : "other";
}
