import { classHolds } from "./character-class.ts";
import type { PathNode } from "./path-node.ts";

/** How far a path has matched. */
export interface PathProgress {
  /** Whether the path matches when it ends here. */
  readonly isMatch: boolean;
  /** Whether nothing that begins so can match any more. */
  readonly isDead: boolean;
}

export interface PathMachine {
  readonly start: PathProgress;
  advance(progress: PathProgress, piece: string): PathProgress;
}

/** All places of the pattern that a path can have come to. */
interface State extends PathProgress {
  readonly places: readonly number[];
  readonly isSegmentStart: boolean;
  /** Where each ASCII character leads, as far as it was looked up. */
  readonly next: (State | undefined)[];
}

const SLASH = 0x2f;
const DOT = 0x2e;
const ASCII = 128;
/** With more than these nothing is remembered: the same states are then found again. */
const MOST_STATES = 2000;

/**
 * Follows all ways through the patterns at once, so that none can make it try again. States are found once and
 * remembered: most of the work for a tree of files is looking up the next one.
 */
export function createPathMachine(
  patterns: readonly (readonly PathNode[])[],
  matchesDots: boolean,
): PathMachine {
  const nodes = patterns.flat();
  const known = new Map<string, State>();
  // Which places are in the set that is being built, without clearing it each time.
  const marks = new Uint32Array(nodes.length);
  let mark = 0;

  function add(places: number[], place: number): void {
    if (marks[place] === mark) return;
    marks[place] = mark;
    places.push(place);
    const kind = nodes[place]?.kind;
    if (kind === "star" || kind === "globstar") add(places, place + 1);
    else if (kind === "segments") add(places, place + 2);
  }

  function stateOf(places: readonly number[], isSegmentStart: boolean): State {
    const key = `${isSegmentStart ? "/" : ""}${places.join()}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const state: State = {
      places,
      isSegmentStart,
      isMatch: places.some((place) => nodes[place]?.kind === "end"),
      isDead: places.length === 0,
      next: [],
    };
    if (known.size < MOST_STATES) known.set(key, state);
    return state;
  }

  function take(code: number, from: State): State {
    // A name that starts with a dot is hidden: only a written dot matches it.
    const isHidden = from.isSegmentStart && code === DOT && !matchesDots;
    const places: number[] = [];
    mark += 1;
    for (const place of from.places) {
      const next = nextPlace(nodes[place], { place, code, isHidden });
      if (next !== undefined) add(places, next);
    }
    return stateOf(places, code === SLASH);
  }

  function step(from: State, code: number): State {
    if (code >= ASCII) return take(code, from);
    const remembered = from.next[code];
    if (remembered !== undefined) return remembered;
    const to = take(code, from);
    if (known.size < MOST_STATES) from.next[code] = to;
    return to;
  }

  mark += 1;
  const first: number[] = [];
  let place = 0;
  for (const pattern of patterns) {
    add(first, place);
    place += pattern.length;
  }
  return {
    start: stateOf(first, true),
    advance(progress, piece) {
      let state = progress as State;
      for (let at = 0; at < piece.length && !state.isDead; at += 1) {
        const code = piece.codePointAt(at) ?? 0;
        if (code > 0xffff) at += 1;
        state = step(state, code);
      }
      return state;
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
