import { classEnd } from "./character-class.ts";

/** What a pattern with braces stands for; nothing when that is more than `most` patterns. */
export function expandBraces(pattern: string, most: number): readonly string[] | undefined {
  const parsed = parseSequence({ pattern, closings: closingBraces(pattern), at: 0 }, pattern.length, 0);
  if (parsed === undefined || countOf(parsed, most) > most) return undefined;
  return [...new Set(expand(parsed))];
}

/** Parts that follow each other: text as it is, or alternatives. */
type Sequence = readonly (string | readonly Sequence[])[];

interface Parsing {
  readonly pattern: string;
  readonly closings: ReadonlyMap<number, number>;
  at: number;
}

/** Deeper nesting than anybody writes; it is refused like too many alternatives. */
const MOST_LEVELS = 64;

/** Where each `{` that is closed closes. Escaped ones and those in a class are characters. */
function closingBraces(pattern: string): ReadonlyMap<number, number> {
  const closings = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < pattern.length; at = afterSign(pattern, at)) {
    if (pattern[at] === "{") open.push(at);
    else if (pattern[at] === "}") {
      const opening = open.pop();
      if (opening !== undefined && at > opening + 1) closings.set(opening, at);
    }
  }
  return closings;
}

/** Behind the sign at `at`: an escaped character and a whole class are one sign. */
function afterSign(pattern: string, at: number): number {
  if (pattern[at] === "\\") return at + 2;
  const end = pattern[at] === "[" ? classEnd(pattern, at) : -1;
  return end === -1 ? at + 1 : end + 1;
}

function parseSequence(parsing: Parsing, end: number, level: number): Sequence | undefined {
  if (level > MOST_LEVELS) return undefined;
  const { pattern, closings } = parsing;
  const parts: (string | readonly Sequence[])[] = [];
  let textFrom = parsing.at;
  const takeText = (): void => {
    if (textFrom < parsing.at) parts.push(pattern.slice(textFrom, parsing.at));
  };
  while (parsing.at < end) {
    if (level > 0 && pattern[parsing.at] === ",") break;
    const closing = pattern[parsing.at] === "{" ? closings.get(parsing.at) : undefined;
    if (closing === undefined) {
      parsing.at = Math.min(end, afterSign(pattern, parsing.at));
      continue;
    }
    takeText();
    const alternatives = parseAlternatives(parsing, closing, level + 1);
    if (alternatives === undefined) return undefined;
    parts.push(alternatives);
    textFrom = parsing.at;
  }
  takeText();
  return parts;
}

function parseAlternatives(
  parsing: Parsing,
  closing: number,
  level: number,
): readonly Sequence[] | undefined {
  const alternatives: Sequence[] = [];
  while (parsing.at < closing) {
    // Behind the opening brace or a comma.
    parsing.at += 1;
    const alternative = parseSequence(parsing, closing, level);
    if (alternative === undefined) return undefined;
    alternatives.push(alternative);
  }
  parsing.at = closing + 1;
  return alternatives;
}

/** How many patterns a sequence stands for; some number above `most` when there are more. */
function countOf(sequence: Sequence, most: number): number {
  let count = 1;
  for (const part of sequence) {
    if (typeof part === "string") continue;
    count *= part.reduce((sum, alternative) => sum + countOf(alternative, most), 0);
    if (count > most) return count;
  }
  return count;
}

function expand(sequence: Sequence): readonly string[] {
  return sequence.reduce<readonly string[]>(
    (begun, part) => {
      const ends = typeof part === "string" ? [part] : part.flatMap(expand);
      return begun.flatMap((start) => ends.map((end) => start + end));
    },
    [""],
  );
}
