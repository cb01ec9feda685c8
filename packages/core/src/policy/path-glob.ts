/**
 * Path globs of permission rules: `**` any number of segments, `*` and `?` within one, `{a,b}` alternatives, all
 * else literal. Matching is linear in pattern times path, so no pattern can be made to hang.
 */
export function globMatches(pattern: string, path: string): boolean {
  return expandBraces(pattern).some((alternative) => matchSegments(alternative.split("/"), path.split("/")));
}

/** True when the glob matches the path or a folder above it. */
export function globCovers(pattern: string, path: string): boolean {
  const segments = path.split("/");
  return segments.some((_, index) => globMatches(pattern, segments.slice(0, index + 1).join("/")));
}

const MOST_ALTERNATIVES = 256;

function expandBraces(pattern: string): readonly string[] {
  let expanded = [pattern];
  for (let round = 0; round < 8; round += 1) {
    const next = expanded.flatMap((text) => {
      const found = /\{([^{}]*,[^{}]*)\}/.exec(text);
      if (found === null) return [text];
      const before = text.slice(0, found.index);
      const after = text.slice(found.index + found[0].length);
      return (found[1] ?? "").split(",").map((choice) => `${before}${choice}${after}`);
    });
    if (next.length === expanded.length || next.length > MOST_ALTERNATIVES)
      return next.slice(0, MOST_ALTERNATIVES);
    expanded = next;
  }
  return expanded;
}

function matchSegments(pattern: readonly string[], path: readonly string[]): boolean {
  // reachable[i]: the pattern so far can match the first i segments.
  let reachable = new Set([0]);
  for (const part of pattern) {
    const next = new Set<number>();
    for (const position of reachable) {
      if (part === "**") for (let end = position; end <= path.length; end += 1) next.add(end);
      else if (position < path.length && matchSegment(part, path[position] ?? "")) next.add(position + 1);
    }
    reachable = next;
  }
  return reachable.has(path.length);
}

/** Greedy with one way back: linear in practice, quadratic at worst. */
function matchSegment(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let retry = 0;
  while (t < text.length) {
    if (pattern[p] === "*") {
      star = p;
      retry = t;
      p += 1;
    } else if (p < pattern.length && (pattern[p] === "?" || pattern[p] === text[t])) {
      p += 1;
      t += 1;
    } else if (star >= 0) {
      retry += 1;
      t = retry;
      p = star + 1;
    } else {
      return false;
    }
  }
  while (pattern[p] === "*") p += 1;
  return p === pattern.length;
}
