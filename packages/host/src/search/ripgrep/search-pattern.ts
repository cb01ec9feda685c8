import { fail, value } from "@wield/core";
import type { FailedResult, Outcome, SearchOptions } from "@wield/core";

export type PatternOptions = Pick<SearchOptions, "pattern" | "isLiteral" | "isCaseSensitive" | "isMultiline">;

/** An argument of a program cannot be as long as one likes. */
const MOST_CHARACTERS = 20_000;
const MOST_COMPILED = "10M";

/** What to look for, in the engine's syntax. */
export interface SearchPattern {
  /** In text whose lines LF ends. */
  readonly regex: string;
  /** In files as they are: it finds at least the same. */
  readonly rawRegex: string;
}

export function searchPattern(options: PatternOptions): Outcome<SearchPattern> {
  const { pattern, isLiteral, isMultiline } = options;
  if (pattern.length > MOST_CHARACTERS) {
    return invalidPattern(`it has ${pattern.length} characters, more than ${MOST_CHARACTERS}`);
  }
  if (isLiteral && !isMultiline && /[\r\n]/.test(pattern)) {
    return invalidPattern("a line break is never inside a line", "set multiline: true");
  }
  const regex = isLiteral ? pattern.replaceAll(/[\\.+*?()|[\]{}^$#&~-]/g, "\\$&") : pattern;
  // No argument can hold a NUL.
  const printable = regex.replaceAll("\0", "\\x00");
  if (!isMultiline) return value({ regex: printable, rawRegex: printable });
  return value({
    regex: withLineBreaks(printable, "\\n"),
    rawRegex: withLineBreaks(printable, "(?:\\r\\n?|\\n)"),
  });
}

/** Arguments that make the engine look for `regex`. */
export function patternArguments(regex: string, options: PatternOptions): readonly string[] {
  return [
    options.isCaseSensitive ? "--case-sensitive" : "--ignore-case",
    ...(options.isMultiline ? ["--multiline"] : []),
    `--regex-size-limit=${MOST_COMPILED}`,
    `--regexp=${regex}`,
  ];
}

/**
 * The same places in a line, each with the rest of the line: a line then has one match, and finding where it starts
 * takes one pass however the pattern is made.
 */
export function withRestOfLine(regex: string): string {
  return `(?:${regex})(?-u:[^\\n])*`;
}

export function invalidPattern(reason: string, hint?: string): FailedResult {
  return fail("invalid_pattern", `invalid regular expression: ${reason}`, {
    hint:
      hint ??
      "escape the sign with a backslash, or set literal: true; for a file name pattern use include or glob",
  });
}

/** The engine's own words about a pattern, without the drawing of where it is. */
export function patternReason(said: string): string {
  const reasons = [...said.matchAll(/^error: (.*)$/gm)].map((match) => match[1]);
  if (reasons.length > 0) return reasons.join("; ");
  const [first = said] = said.replace(/^rg: /, "").split("\n");
  return first;
}

/** A line break in a pattern stands for those of every file. Those in a class are left as they are. */
function withLineBreaks(regex: string, lineBreak: string): string {
  // In this mode a line break in the pattern means nothing.
  if (/\(\?[a-wyzA-Z]*x/.test(regex)) return regex;
  let changed = "";
  let classDepth = 0;
  for (let at = 0; at < regex.length;) {
    const found = classDepth > 0 ? null : /^(?:(?:\\r|\r)\??)?(?:\\n|\n)/.exec(regex.slice(at, at + 8));
    const token = found?.[0] ?? (regex[at] === "\\" ? regex.slice(at, at + 2) : (regex[at] ?? ""));
    if (token === "[") classDepth += 1;
    else if (token === "]" && classDepth > 0) classDepth -= 1;
    changed += found === null ? token : lineBreak;
    at += token.length;
  }
  return changed;
}
