/**
 * Path globs, relative to some folder, of permission rules: `**` as a whole segment any number of segments, `*` and `?` within one, `{a,b}`
 * alternatives, all else literal. Matching takes pattern times path steps, so no pattern can be made to hang.
 */
export function globMatches(pattern: string, path: string): boolean {
  const alternatives = globAlternatives(pattern) ?? [];
  return alternatives.some((one) => matchedFolders(one, path).has(segmentsOf(path).length));
}

/** True when the glob matches the path or a folder above it, or has too many alternatives to tell. */
export function globCovers(pattern: string, path: string): boolean {
  const alternatives = globAlternatives(pattern);
  return alternatives === undefined || alternatives.some((one) => matchedFolders(one, path).size > 0);
}

/** Names of tools, hosts and servers: `*` stands for any characters. */
export function nameMatches(pattern: string, name: string): boolean {
  return matchText(pattern, name, { hasSingle: false });
}

/** True when no character of the text means anything but itself in a path glob. */
export function isLiteralPath(path: string): boolean {
  return !/[*?{}]/.test(path);
}

const MOST_ALTERNATIVES = 256;

/** The pattern without braces, once per alternative; nothing when there are too many. */
export function globAlternatives(pattern: string): readonly string[] | undefined {
  let expanded: readonly string[] = [pattern];
  for (;;) {
    let isDone = true;
    const next: string[] = [];
    for (const text of expanded) {
      const choices = innermostChoices(text);
      if (choices !== undefined) isDone = false;
      next.push(...(choices ?? [text]));
      if (next.length > MOST_ALTERNATIVES) return undefined;
    }
    if (isDone) return next;
    expanded = next;
  }
}

/** The text once per choice of its first pair of braces that holds a comma and no other pair. */
function innermostChoices(text: string): readonly string[] | undefined {
  let open = -1;
  let hasComma = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "{") {
      open = at;
      hasComma = false;
    } else if (character === "," && open >= 0) hasComma = true;
    else if (character === "}" && open >= 0) {
      if (hasComma) {
        const [before, inside, after] = [text.slice(0, open), text.slice(open + 1, at), text.slice(at + 1)];
        return inside.split(",").map((choice) => `${before}${choice}${after}`);
      }
      open = -1;
    }
  }
  return undefined;
}

function segmentsOf(path: string): readonly string[] {
  return path === "" ? [] : path.split("/");
}

/** How many segments of the path, counted from its start, the pattern as a whole can match. */
function matchedFolders(pattern: string, path: string): ReadonlySet<number> {
  const segments = segmentsOf(path);
  let reachable: ReadonlySet<number> = new Set([0]);
  for (const part of segmentsOf(pattern)) {
    const next = new Set<number>();
    if (part === "**") {
      // Places are in rising order.
      const [first = 0] = reachable;
      for (let end = first; end <= segments.length; end += 1) next.add(end);
    } else {
      for (const place of reachable) {
        const segment = segments[place];
        if (segment !== undefined && matchText(part, segment, { hasSingle: true })) next.add(place + 1);
      }
    }
    if (next.size === 0) return next;
    reachable = next;
  }
  return reachable;
}

/** Greedy with one way back: at worst the length of the pattern times that of the text. */
function matchText(pattern: string, text: string, { hasSingle }: { readonly hasSingle: boolean }): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let retry = 0;
  while (t < text.length) {
    if (pattern[p] === "*") {
      star = p;
      retry = t;
      p += 1;
    } else if (p < pattern.length && ((hasSingle && pattern[p] === "?") || pattern[p] === text[t])) {
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
