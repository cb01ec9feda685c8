import { endOfLine, startOfLine } from "../../lines/line-rule.ts";
import type { LineEnding } from "../../lines/line-rule.ts";

/** A part of the file in which a near match is looked for; it starts at a line. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Files up to this many characters are looked at as a whole. */
const WHOLE_FILE_CHARACTERS = 1024 * 1024;
const MAX_WORDS = 4;
const MAX_PLACES_PER_WORD = 25;
/** A place is at most this many characters around its word, besides the length of the anchor. */
const MAX_REACH = 4000;

/**
 * Where the anchor could be: the whole file when it is small, else the lines around the places that hold one of
 * its longest words. This bounds what a failed edit of a large file costs.
 */
export function likelyPlaces(text: string, anchor: string, ending: LineEnding): readonly Place[] {
  if (text.length <= WHOLE_FILE_CHARACTERS) return [{ start: 0, end: text.length }];
  const words = [...new Set(anchor.match(/[A-Za-z0-9_]{3,}/g) ?? [])].toSorted((a, b) => b.length - a.length);
  const reach = anchor.length + MAX_REACH;
  const places: Place[] = [];
  for (const word of words.slice(0, MAX_WORDS)) {
    let from = 0;
    for (let found = 0; found < MAX_PLACES_PER_WORD; found += 1) {
      const at = text.indexOf(word, from);
      if (at === -1) break;
      const start = Math.max(startOfLine(text, Math.max(0, at - anchor.length), ending), at - reach);
      const end = Math.min(endOfLine(text, Math.min(text.length, at + anchor.length), ending), at + reach);
      places.push({ start, end });
      from = Math.max(at + word.length, end);
    }
  }
  return places;
}
