/** What a search looks for. */
interface Wanted {
  readonly pattern: string;
  readonly isLiteral: boolean;
  readonly isCaseSensitive: boolean;
}

/** Shorter ones stand in every file. */
const LEAST_CHARACTERS = 3;
const MOST_ALTERNATIVES = 16;

/**
 * Texts of which at least one stands in every file that can match, ended by no line break; nothing when that cannot be
 * told. Only for leaving files out: what it does not understand it does not use.
 */
export function requiredTexts({
  pattern,
  isLiteral,
  isCaseSensitive,
}: Wanted): readonly string[] | undefined {
  const alternatives = isLiteral ? [runsOfLiteral(pattern)] : alternativesOf(pattern);
  if (alternatives === undefined || alternatives.length > MOST_ALTERNATIVES) return undefined;
  const texts: string[] = [];
  for (const runs of alternatives) {
    const usable = runs.flatMap((run) => run.split(isCaseSensitive ? UNSAFE : UNSAFE_WITHOUT_CASE));
    const longest = usable.reduce((best, run) => (run.length > best.length ? run : best), "");
    if (longest.length < LEAST_CHARACTERS) return undefined;
    texts.push(longest);
  }
  return texts;
}

/** Line breaks differ between files, and half of a character is none. */
const UNSAFE = /[\r\n\0]|\p{Surrogate}/u;
/** Without case, `k` and `s` are also the Kelvin sign and the long s, and other letters are not folded by every grep. */
const UNSAFE_WITHOUT_CASE = /[\r\n\0kKsS]|[^\0-\x7F]/u;

function runsOfLiteral(pattern: string): readonly string[] {
  return [pattern];
}

/** Runs of characters that every match of an alternative holds. */
function alternativesOf(pattern: string): readonly (readonly string[])[] | undefined {
  const alternatives: string[][] = [];
  let runs: string[] = [];
  let run = "";
  const end = (): void => {
    runs.push(run);
    run = "";
  };
  for (let at = 0; at < pattern.length;) {
    const sign = pattern[at] ?? "";
    const skipped = sign === "[" || sign === "(" ? skip(pattern, at) : undefined;
    if (sign === "[" || sign === "(") {
      if (skipped === undefined) return undefined;
      end();
      at = skipped;
    } else if (sign === "|") {
      end();
      alternatives.push(runs);
      runs = [];
      at += 1;
    } else if (sign === "\\") {
      const escaped = pattern[at + 1] ?? "";
      if (/[A-Za-z0-9<>]/.test(escaped)) {
        // A class, a place or a number: what belongs to it is not looked at.
        if (/[pPxuU]/.test(escaped)) return undefined;
        end();
      } else run += escaped;
      at += 2;
    } else if (sign === "*" || sign === "?" || sign === "{") {
      // What stands before it may be missing.
      run = run.slice(0, -1);
      end();
      at = sign === "{" ? closing(pattern, at) : at + 1;
    } else if (/[.^$+)\]}]/.test(sign)) {
      end();
      at += 1;
    } else {
      run += sign;
      at += 1;
    }
  }
  end();
  return [...alternatives, runs];
}

function closing(pattern: string, at: number): number {
  const end = pattern.indexOf("}", at);
  return end === -1 ? pattern.length : end + 1;
}

/** Where a group or a class ends; nothing when it sets flags or is not plain. */
function skip(pattern: string, from: number): number | undefined {
  let groups = 0;
  let classes = 0;
  for (let at = from; at < pattern.length; at += 1) {
    const sign = pattern[at];
    if (sign === "\\") at += 1;
    else if (sign === "[") classes += 1;
    else if (sign === "]" && classes > 0) {
      // `[]a]` and `[^]a]` hold the bracket itself.
      if (!/\[\^?$/.test(pattern.slice(from, at))) classes -= 1;
    } else if (classes === 0 && sign === "(") {
      if (/^\(\?(?!:|P?<)/.test(pattern.slice(at, at + 4))) return undefined;
      groups += 1;
    } else if (classes === 0 && sign === ")") groups -= 1;
    if (groups === 0 && classes === 0) return at + 1;
  }
  return undefined;
}
