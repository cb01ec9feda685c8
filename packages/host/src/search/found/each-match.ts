import { value } from "@wield/core";
import type { Outcome, SearchOptions } from "@wield/core";
import { eachLine } from "./each-line.ts";
import type { LineSearch, OnPlace } from "./each-line.ts";
import { eachSpan } from "./each-span.ts";
import type { NormalText } from "../text/normal-text.ts";

/** Tells the matches in texts, at most `most` in all where lines count, and in each where they span lines. */
export async function eachMatch(
  texts: readonly NormalText[],
  search: Omit<LineSearch, "options"> & { readonly options: SearchOptions },
  onPlace: OnPlace,
): Promise<Outcome<void>> {
  if (texts.length === 0) return value(undefined);
  if (!search.options.isMultiline) return eachLine(texts, search, onPlace);
  // What spans lines could span texts too.
  for (const [index, text] of texts.entries()) {
    const found = await eachSpan(text, search, (place) => onPlace(index, place));
    if (!found.ok) return found;
  }
  return value(undefined);
}
