/** A set of characters as `[a-z]` names it. Never holds `/`. */
export interface CharacterClass {
  readonly isNegated: boolean;
  /** Inclusive code points. */
  readonly ranges: readonly (readonly [low: number, high: number])[];
}

/** Where the class that opens at `at` closes, or -1: an unclosed `[` is a character like others. */
export function classEnd(pattern: string, at: number): number {
  let from = at + 1;
  if (pattern[from] === "!" || pattern[from] === "^") from += 1;
  // A bracket in the first place is one of the characters.
  if (pattern[from] === "]") from += 1;
  for (; from < pattern.length; from += 1) {
    if (pattern[from] === "\\") from += 1;
    else if (pattern[from] === "]") return from;
  }
  return -1;
}

/** The class between the brackets at `start` and `end`. */
export function parseClass(pattern: string, start: number, end: number): CharacterClass {
  let at = start + 1;
  const isNegated = pattern[at] === "!" || pattern[at] === "^";
  if (isNegated) at += 1;
  const members: number[] = [];
  const isRangeSign: boolean[] = [];
  while (at < end) {
    const isEscaped = pattern[at] === "\\" && at + 1 < end;
    if (isEscaped) at += 1;
    const code = pattern.codePointAt(at) ?? 0;
    members.push(code);
    isRangeSign.push(!isEscaped && code === 0x2d);
    at += code > 0xffff ? 2 : 1;
  }
  return { isNegated, ranges: rangesOf(members, isRangeSign) };
}

export function classHolds({ isNegated, ranges }: CharacterClass, code: number): boolean {
  return ranges.some(([low, high]) => code >= low && code <= high) !== isNegated;
}

function rangesOf(members: readonly number[], isRangeSign: readonly boolean[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (let index = 0; index < members.length; index += 1) {
    const low = members[index] ?? 0;
    const high = members[index + 2];
    if (isRangeSign[index + 1] === true && high !== undefined) {
      ranges.push([low, high]);
      index += 2;
    } else ranges.push([low, low]);
  }
  return ranges;
}
