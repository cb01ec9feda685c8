import { existsSync, mkdirSync } from "node:fs";
import { copyFile, link } from "node:fs/promises";
import { join } from "node:path";
import { faultCode } from "../home/describe-fault.ts";
import { replaceFile } from "../home/durable-file.ts";
import { encodeHeader, encodeRecord } from "./record-codec.ts";
import type { SessionHeader, StoredRecord } from "./record-codec.ts";
import { imageFiles } from "./session-images.ts";
import type { SessionPlaces } from "./session-places.ts";
import { makeFolder } from "../home/make-folder.ts";

export interface Copy {
  readonly from: string;
  readonly to: string;
  readonly header: SessionHeader;
  readonly records: readonly StoredRecord[];
}

/** Makes a session of these records of another. It is seen once it is whole. */
export async function copySession(places: SessionPlaces, { from, to, header, records }: Copy): Promise<void> {
  mkdirSync(places.folder(to), { mode: 0o700 });
  for (const file of new Set(records.flatMap(({ event }) => imageFiles(event)))) {
    await copyImage(join(places.images(from), file), places.images(to), file);
  }
  const lines = [encodeHeader(header), ...records.map(encodeRecord)];
  await replaceFile(places.log(to), `${lines.join("\n")}\n`);
}

/** A picture never changes, so both sessions may have the one file; either may be deleted. */
async function copyImage(source: string, folder: string, file: string): Promise<void> {
  if (!existsSync(source)) return;
  makeFolder(folder);
  try {
    await link(source, join(folder, file));
  } catch (error) {
    if (faultCode(error) === "EEXIST") return;
    await copyFile(source, join(folder, file));
  }
}
