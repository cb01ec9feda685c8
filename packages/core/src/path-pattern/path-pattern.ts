import { fail, value } from "../contract/result.ts";
import type { Outcome } from "../contract/result.ts";
import { expandBraces } from "./expand-braces.ts";
import { createPathMachine } from "./path-machine.ts";
import type { PathProgress } from "./path-machine.ts";
import { parseNodes } from "./path-node.ts";
import type { PathNode } from "./path-node.ts";

/**
 * A glob over relative paths with `/` separators: a double star and a slash take any number of segments, a double
 * star elsewhere takes anything, `*` and `?` take all but `/`, and there are `[...]` and a backslash before a sign
 * that means itself. Time grows with pattern times path, whatever the pattern.
 */
export interface PathPattern {
  /** The patterns that braces stand for; one of them is enough. */
  readonly alternatives: readonly string[];
  matches(path: string): boolean;
  /** For paths that are handed over in pieces: nothing has been taken yet. */
  readonly start: PathProgress;
  /** What `progress` is after `piece`, the next part of the path. */
  advance(progress: PathProgress, piece: string): PathProgress;
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

/** A pattern of a person or a model. Fails as `invalid_pattern` when it stands for too much. */
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

function compile(alternatives: readonly string[], rules: PathPatternRules): PathPattern {
  const parsed = alternatives.map((alternative) => parseNodes(alternative, rules));
  const machine = createPathMachine(parsed, rules.matchesDots);
  return {
    alternatives,
    start: machine.start,
    advance: machine.advance,
    matches: (path) => machine.advance(machine.start, path).isMatch,
    naming(path) {
      const naming = alternatives.filter((_, index) => beginsWith(parsed[index] ?? [], path));
      return naming.length === 0 ? undefined : compile(naming, rules);
    },
  };
}

/** Whether the segments of `path` stand written out at the start of the pattern, or are all of it. */
function beginsWith(nodes: readonly PathNode[], path: string): boolean {
  let place = 0;
  for (const character of path) {
    const node = nodes[place];
    if (node?.kind !== "character" || node.code !== character.codePointAt(0)) return false;
    place += 1;
  }
  const next = nodes[place];
  return next?.kind === "end" || (next?.kind === "character" && next.code === 0x2f);
}
