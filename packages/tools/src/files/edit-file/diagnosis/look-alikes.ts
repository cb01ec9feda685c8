import { lineNumberAt, startOfLine } from "../../lines/line-rule.ts";
import type { LineEnding } from "../../lines/line-rule.ts";
import type { Finding } from "./finding.ts";
import { fold } from "./fold.ts";
import type { Place } from "./places.ts";

/** Bounds the search for a column. */
const LONGEST_LINE = 100_000;

/** The anchor would match if characters that look alike, and invisible ones, were the same. */
export function findLookAlikes(
  text: string,
  anchor: string,
  { places, ending }: { readonly places: readonly Place[]; readonly ending: LineEnding },
): Finding | undefined {
  const wanted = fold(anchor);
  if (wanted.trim() === "") return undefined;
  for (const place of places) {
    const part = text.slice(place.start, place.end);
    if (isPlain(part) && isPlain(anchor)) continue;
    const folded = fold(part);
    const found = folded.indexOf(wanted);
    if (found === -1) continue;
    const start = skipInvisible(part, unfoldedPlace(part, folded, found), anchor);
    const difference = firstDifference(part, start, anchor);
    if (difference === undefined) continue;
    const at = place.start + difference.at;
    return { sentence: sentenceFor(text, { ...difference, at }, ending), at };
  }
  return undefined;
}

/** Nothing in such a text looks like something else: folding would leave it as it is. */
function isPlain(text: string): boolean {
  return !/[^\n\t\u0020-\u007e]/.test(text);
}

/** Every break folds to one LF, so the line is known; in it the shortest head that folds to as much leads to the place. */
function unfoldedPlace(part: string, folded: string, found: number): number {
  const lineInFolded = folded.lastIndexOf("\n", found - 1) + 1;
  let start = 0;
  const breaks = part.matchAll(/\r\n?|\n/g);
  for (let at = folded.indexOf("\n"); at !== -1 && at < found; at = folded.indexOf("\n", at + 1)) {
    const next = breaks.next();
    if (next.done !== true) start = next.value.index + next.value[0].length;
  }
  const wanted = found - lineInFolded;
  let low = start;
  let high = wanted === 0 ? start : Math.min(part.length, start + LONGEST_LINE);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (fold(part.slice(start, middle)).length >= wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Invisible characters in front of the match belong to neither side. */
function skipInvisible(part: string, from: number, anchor: string): number {
  let at = from;
  while (at < part.length && part[at] !== anchor[0] && fold(part[at] ?? "") === "") at += 1;
  return at;
}

interface Difference {
  readonly at: number;
  readonly inFile: number;
  readonly inAnchor: number;
}

function firstDifference(part: string, start: number, anchor: string): Difference | undefined {
  for (let index = 0; index <= anchor.length; index += 1) {
    const inFile = part.codePointAt(start + index);
    const inAnchor = anchor.codePointAt(index);
    if (inFile === inAnchor) continue;
    if (inFile === undefined || inAnchor === undefined) return undefined;
    return { at: start + index, inFile, inAnchor };
  }
  return undefined;
}

function sentenceFor(text: string, difference: Difference, ending: LineEnding): string {
  const line = lineNumberAt(text, difference.at, ending);
  const column = difference.at - startOfLine(text, difference.at, ending) + 1;
  const codes = `${name(difference.inFile)} in the file, ${name(difference.inAnchor)} in old_string`;
  return `Only look-alike characters differ, first at line ${line}, column ${column}: ${codes}.`;
}

function name(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}
