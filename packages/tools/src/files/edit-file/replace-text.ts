import type { Region } from "../diff/region.ts";
import { majorityEnding } from "../lines/line-rule.ts";
import type { Edit } from "./edit-request.ts";

export interface Replaced {
  readonly kind: "replaced";
  readonly text: string;
  readonly count: number;
  readonly regions: readonly Region[];
  /** The LFs of the anchor had to be read as CRLF to find it. */
  readonly isTranslated: boolean;
  /** LF went into a file whose lines end with CRLF. */
  readonly putsLfIntoCrlf: boolean;
}

export interface Ambiguous {
  readonly kind: "ambiguous";
  readonly count: number;
  /** The first places, as many as a failure lists. */
  readonly places: readonly number[];
}

export type Replacement = Replaced | Ambiguous | { readonly kind: "not_found" };

/** Places of an anchor that a failure lists by their lines. */
const LISTED_PLACES = 12;
/** Further replacements are kept as one region: no diff shows that many. */
const MAX_REGIONS = 1000;

/**
 * Replaces one anchor, which is not empty, byte for byte. Only when it is nowhere, all its breaks are LF and
 * the lines of the file end with CRLF, it is looked for once more with CRLF; the new text is then expanded too.
 */
export function replaceText(text: string, edit: Edit): Replacement {
  const exact = replaceExactly(text, edit);
  if (exact.kind === "replaced") {
    const putsLfIntoCrlf = hasLoneLf(edit.new_string) && majorityEnding(text) === "crlf";
    return { ...exact, putsLfIntoCrlf };
  }
  if (exact.kind === "ambiguous" || !canTranslate(text, edit.old_string)) return exact;
  const translated = replaceExactly(text, {
    ...edit,
    old_string: edit.old_string.replaceAll("\n", "\r\n"),
    new_string: edit.new_string.replaceAll(/(?<!\r)\n/g, "\r\n"),
  });
  return translated.kind === "replaced" ? { ...translated, isTranslated: true } : translated;
}

function canTranslate(text: string, anchor: string): boolean {
  return anchor.includes("\n") && !anchor.includes("\r") && majorityEnding(text) === "crlf";
}

function hasLoneLf(text: string): boolean {
  return /(?<!\r)\n/.test(text);
}

function replaceExactly(text: string, edit: Edit): Replacement {
  const { old_string: anchor, new_string: replacement } = edit;
  const first = text.indexOf(anchor);
  if (first === -1) return { kind: "not_found" };
  const places = [first];
  let count = 1;
  let end = first + anchor.length;
  for (let at = text.indexOf(anchor, end); at !== -1; at = text.indexOf(anchor, end)) {
    if (places.length < MAX_REGIONS) places.push(at);
    count += 1;
    end = at + anchor.length;
  }
  if (count > 1 && !edit.replace_all)
    return { kind: "ambiguous", count, places: places.slice(0, LISTED_PLACES) };

  return {
    kind: "replaced",
    text:
      count === 1
        ? text.slice(0, first) + replacement + text.slice(end)
        : text.replaceAll(anchor, () => replacement),
    count,
    regions: regionsOf({ places, count, end }, anchor.length, replacement.length),
    isTranslated: false,
    putsLfIntoCrlf: false,
  };
}

function regionsOf(
  found: { readonly places: readonly number[]; readonly count: number; readonly end: number },
  oldLength: number,
  newLength: number,
): Region[] {
  const growth = newLength - oldLength;
  const regions = found.places.map((place, index) => {
    const newFrom = place + index * growth;
    return { oldFrom: place, oldTo: place + oldLength, newFrom, newTo: newFrom + newLength };
  });
  const last = regions.at(-1);
  if (last !== undefined && found.count > regions.length) {
    regions[regions.length - 1] = { ...last, oldTo: found.end, newTo: found.end + found.count * growth };
  }
  return regions;
}
