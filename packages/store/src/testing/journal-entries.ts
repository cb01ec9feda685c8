import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeEntry } from "../journal/entry-codec.ts";
import type { StoredEntry } from "../journal/entry-codec.ts";
import { listDayFiles } from "../journal/journal-days.ts";

/** Every line of a home's journal that is not blank, read without the store's own reading. */
function journalLines(home: string): readonly string[] {
  const folder = join(home, "journal");
  return listDayFiles(folder).flatMap((name) =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== ""),
  );
}

/** The entries among those lines. */
export function journalEntries(home: string): readonly StoredEntry[] {
  return journalLines(home)
    .map(decodeEntry)
    .filter((entry) => entry !== undefined);
}
