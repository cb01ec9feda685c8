import { fail, value } from "../contract/result.ts";
import type { Outcome } from "../contract/result.ts";
import { classHolds } from "./character-class.ts";
import { expandBraces } from "./expand-braces.ts";
import { parseNodes } from "./path-node.ts";
import type { PathNode } from "./path-node.ts";

/** How far a path that is handed over in pieces has matched. */
export interface PathProgress {
  /** Places of the pattern that can take what comes next. */
  readonly places: readonly number[];
  readonly isSegmentStart: boolean;
}

/**
 * A glob over relative paths with `/` separators: a double star and a slash take any number of segments, a double
 * star elsewhere takes anything, `*` and `?` take all but `/`, and there are `[...]` and a backslash before a sign
 * that means itself. Time grows with pattern times path, whatever the pattern.
 */
export interface PathPattern {
  /** The patterns that braces stand for; one of them is enough. */
  readonly alternatives: readonly string[];
  matches(path: string): boolean;
  readonly start: PathProgress;
  /** What `progress` is after `piece`, the next part of the path. */
  advance(progress: PathProgress, piece: string): PathProgress;
  /** Whether the path matches when it ends here. */
  accepts(progress: PathProgress): boolean;
  /** The pattern of only those alternatives that begin with the segments of `path` written out. */
  naming(path: string): PathPattern | undefined;
}

export interface PathPatternRules {
  /** `{a,b}` are alternatives; otherwise braces are characters. */
  readonly hasBraces: boolean;
  /** Wildcards match a dot at the start of a segment too. */
  readonly matchesDots: boolean;
  /** A double star that is no whole segment matches anything, not only one segment. */
  readonly hasStrayGlobstar: boolean;
}

const MOST_ALTERNATIVES = 256;
/** No path is longer. */
const MOST_CHARACTERS = 4096;

/** A pattern of a person or a model. Fails as `invalid_pattern` when its braces stand for too much. */
export function parsePathPattern(pattern: string, rules: PathPatternRules): Outcome<PathPattern> {
  if (pattern.length > MOST_CHARACTERS) {
    return fail(
      "invalid_pattern",
      `the pattern has ${pattern.length} characters; at most ${MOST_CHARACTERS} are taken`,
    );
  }
  const alternatives = rules.hasBraces ? expandBraces(pattern, MOST_ALTERNATIVES) : [pattern];
  if (alternatives === undefined) {
    return fail("invalid_pattern", `the braces stand for more than ${MOST_ALTERNATIVES} patterns`, {
      hint: "use fewer alternatives, or a wildcard in their place",
    });
  }
  return value(compile(alternatives, rules));
}

const SLASH = 0x2f;
const DOT = 0x2e;

function compile(alternatives: readonly string[], rules: PathPatternRules): PathPattern {
  const nodes: PathNode[] = [];
  const starts: number[] = [];
  for (const alternative of alternatives) {
    starts.push(nodes.length);
    nodes.push(...parseNodes(alternative, rules));
  }
  // Which places are in the set that is being built, without clearing it each time.
  const marks = new Uint32Array(nodes.length);
  let mark = 0;

  function begin(): void {
    mark += 1;
  }

  function add(places: number[], place: number): void {
    if (marks[place] === mark) return;
    marks[place] = mark;
    places.push(place);
    const kind = nodes[place]?.kind;
    if (kind === "star" || kind === "globstar") add(places, place + 1);
    else if (kind === "segments") add(places, place + 2);
  }

  function take(code: number, before: PathProgress): PathProgress {
    const places: number[] = [];
    begin();
    // A name that starts with a dot is hidden: only a written dot matches it.
    const isHidden = before.isSegmentStart && code === DOT && !rules.matchesDots;
    for (const place of before.places) {
      const next = nextPlace(nodes[place], { place, code, isHidden });
      if (next !== undefined) add(places, next);
    }
    return { places, isSegmentStart: code === SLASH };
  }

  begin();
  const first: number[] = [];
  for (const place of starts) add(first, place);
  const start: PathProgress = { places: first, isSegmentStart: true };
  const advance = (progress: PathProgress, piece: string): PathProgress => {
    let now = progress;
    for (let at = 0; at < piece.length && now.places.length > 0; at += 1) {
      const code = piece.codePointAt(at) ?? 0;
      if (code > 0xffff) at += 1;
      now = take(code, now);
    }
    return now;
  };
  const accepts = ({ places }: PathProgress): boolean => places.some((place) => nodes[place]?.kind === "end");
  return {
    alternatives,
    start,
    advance,
    accepts,
    matches: (path) => accepts(advance(start, path)),
    naming(path) {
      const naming = alternatives.filter((alternative) => beginsWith(alternative, path, rules));
      return naming.length === 0 ? undefined : compile(naming, rules);
    },
  };
}

interface Taking {
  readonly place: number;
  readonly code: number;
  readonly isHidden: boolean;
}

function nextPlace(node: PathNode | undefined, { place, code, isHidden }: Taking): number | undefined {
  const isInSegment = code !== SLASH && !isHidden;
  switch (node?.kind) {
    case "character":
      return node.code === code && !(isHidden && node.isAfterWildcard) ? place + 1 : undefined;
    case "any":
      return isInSegment ? place + 1 : undefined;
    case "class":
      return isInSegment && classHolds(node.characters, code) ? place + 1 : undefined;
    case "star":
      return isInSegment ? place : undefined;
    case "globstar":
      return isHidden ? undefined : place;
    case "segments":
      return isInSegment ? place + 1 : undefined;
    case "segment":
      return code === SLASH ? place - 1 : place;
    default:
      return undefined;
  }
}

/** Whether the segments of `path` stand written out at the start of the pattern, or are all of it. */
function beginsWith(alternative: string, path: string, rules: PathPatternRules): boolean {
  const nodes = parseNodes(alternative, rules);
  let place = 0;
  for (const character of path) {
    const node = nodes[place];
    if (node?.kind !== "character" || node.code !== character.codePointAt(0)) return false;
    place += 1;
  }
  const next = nodes[place];
  return next?.kind === "end" || (next?.kind === "character" && next.code === SLASH);
}
