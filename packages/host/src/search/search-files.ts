import { opendirSync } from "node:fs";
import type { FailedResult, Outcome, SearchEnd, SearchOptions } from "@wield/core";
import { ioError } from "../files/failures.ts";
import { openForReading } from "../files/open-for-reading.ts";
import type { OpenForReading } from "../files/open-for-reading.ts";
import { notUsableAsFile } from "../files/open-path.ts";
import type { FilesContext } from "../files/open-path.ts";
import type { Held } from "../walk/held.ts";
import { osError } from "../walk/os-error.ts";
import { searchFile } from "./file/search-file.ts";
import { searchFolder } from "./folder/search-folder.ts";
import { searchPattern } from "./ripgrep/search-pattern.ts";

/** Searches what a call names: a folder, or one file. */
export async function searchFiles(
  context: FilesContext,
  given: string,
  options: SearchOptions,
): Promise<Outcome<SearchEnd>> {
  const pattern = searchPattern(options);
  if (!pattern.ok) return pattern;
  const opening = await openEither(context, given);
  if (!opening.ok) return opening;
  using opened = opening.value.opened;
  const { object, notes } = opening.value;
  const { real, display, lineage } = opened.path;
  const what = { ...pattern.value, options };
  if (object.stats.isDirectory()) {
    const refused = refusalOfFolder(object, display);
    if (refused !== undefined) return refused;
    const folder = { held: object, real, lineageAbove: lineage };
    return await searchFolder(context, { folder, display, notes }, what);
  }
  const refusal = notUsableAsFile("read", opened.path, object);
  return refusal ?? (await searchFile(context, { object, display, notes }, what));
}

/** The search program would only say that it cannot be started there. */
function refusalOfFolder(folder: Held, display: string): FailedResult | undefined {
  try {
    opendirSync(folder.at(".")).closeSync();
    return undefined;
  } catch (error) {
    return ioError("read", display, osError(error));
  }
}

/** A name that is missing may have been meant for a file or for a folder. */
async function openEither(context: FilesContext, given: string): Promise<Outcome<OpenForReading>> {
  const opening = await openForReading(context, given, "file");
  if (opening.ok || opening.code !== "no_such_file" || opening.hint !== undefined) return opening;
  return openForReading(context, given, "directory");
}
