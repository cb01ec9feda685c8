import { classEnd, parseClass } from "./character-class.ts";
import type { CharacterClass } from "./character-class.ts";

/** One place in a pattern, and what it takes next. Places follow each other; the last one is `end`. */
export type PathNode =
  | {
      readonly kind: "character";
      readonly code: number;
      /** A wildcard stands right before it, so it is not the written start of a segment. */
      readonly isAfterWildcard: boolean;
    }
  | { readonly kind: "any" }
  | { readonly kind: "class"; readonly characters: CharacterClass }
  /** `*`: any characters of one segment. */
  | { readonly kind: "star" }
  /** `**` that is no whole segment: any characters. */
  | { readonly kind: "globstar" }
  /** The border before any number of whole segments; the place behind it is inside one of them. */
  | { readonly kind: "segments" }
  | { readonly kind: "segment" }
  | { readonly kind: "end" };

export interface NodeRules {
  /** `**` that is no whole segment is two stars, as in ignore files. */
  readonly hasStrayGlobstar: boolean;
}

const SLASH = 0x2f;

/** The places of one pattern without braces. */
export function parseNodes(pattern: string, rules: NodeRules): readonly PathNode[] {
  const nodes: PathNode[] = [];
  let at = 0;
  while (at < pattern.length) {
    const sign = pattern[at];
    if (sign === "*") at = parseStars(pattern, at, { nodes, rules });
    else if (sign === "?") {
      nodes.push({ kind: "any" });
      at += 1;
    } else if (sign === "[" && classEnd(pattern, at) !== -1) {
      const end = classEnd(pattern, at);
      nodes.push({ kind: "class", characters: parseClass(pattern, at, end) });
      at = end + 1;
    } else {
      if (sign === "\\" && at + 1 < pattern.length) at += 1;
      const code = pattern.codePointAt(at) ?? 0;
      const before = nodes.at(-1)?.kind;
      nodes.push({ kind: "character", code, isAfterWildcard: before === "star" || before === "globstar" });
      at += code > 0xffff ? 2 : 1;
    }
  }
  nodes.push({ kind: "end" });
  return nodes;
}

interface Parsing {
  readonly nodes: PathNode[];
  readonly rules: NodeRules;
}

/** Takes the stars at `at`, and the slash behind `**` when they are a whole segment. */
function parseStars(pattern: string, at: number, { nodes, rules }: Parsing): number {
  let end = at;
  while (pattern[end] === "*") end += 1;
  const last = nodes.at(-1);
  const isSegmentStart =
    last === undefined || last.kind === "segment" || (last.kind === "character" && last.code === SLASH);
  if (end - at === 1) nodes.push({ kind: "star" });
  else if (isSegmentStart && pattern[end] === "/") {
    // Any number of segments, twice, is any number of segments.
    if (last?.kind !== "segment") nodes.push({ kind: "segments" }, { kind: "segment" });
    return end + 1;
  } else {
    const isWhole = isSegmentStart && end === pattern.length;
    nodes.push({ kind: isWhole || rules.hasStrayGlobstar ? "globstar" : "star" });
  }
  return end;
}
