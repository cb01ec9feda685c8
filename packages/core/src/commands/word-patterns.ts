import { ANYWHERE } from "../effects/parsed-command.ts";
import { expandBraces } from "../path-pattern/expand-braces.ts";
import type { ShellAssignment, ShellWord, SimpleCommand, WordPiece } from "../ports/command-parser.ts";

/** The words that each variable of a line may hold, as patterns. */
export type Variables = ReadonlyMap<string, readonly string[]>;

const MOST = 64;
/** Stands for text that only the running shell knows. */
const ANYTHING = "\uE002";
/** Any path at all, for what stands for too much. */
const EVERYTHING = "/**";

/**
 * The paths a word that is not literal may name, as patterns: `*`, `?` and `[…]` within a name, `**` for any folders,
 * a backslash before what means itself. Empty when nothing is known of it.
 */
export function patternsOf(word: ShellWord, variables: Variables): readonly string[] {
  if (word.isLiteral) return [escapePattern(word.path ?? word.text)];
  let made: readonly string[] = [""];
  for (const [at, piece] of (word.pieces ?? [{ kind: "unknown" }]).entries()) {
    const next = valuesOf(piece, { isFirst: at === 0, variables });
    made = made.flatMap((start) => next.map((end) => start + end));
    if (made.length > MOST) return [EVERYTHING];
  }
  const patterns = new Set<string>();
  for (const one of made) {
    const braced = one.replace(/\{[^{},/]*\.\.[^{},/]*\}/g, "*");
    for (const pattern of expandBraces(braced, MOST) ?? [EVERYTHING])
      for (const each of homesOf(withoutUnknown(pattern))) patterns.add(each);
    if (patterns.size > MOST) return [EVERYTHING];
  }
  patterns.delete("");
  return [...patterns];
}

/** Text as a pattern that matches it alone. */
export function escapePattern(text: string): string {
  return text.replace(/[\\*?[\]{},]/g, "\\$&");
}

function valuesOf(
  piece: WordPiece,
  { isFirst, variables }: { readonly isFirst: boolean; readonly variables: Variables },
): readonly string[] {
  switch (piece.kind) {
    case "text":
      return [
        isFirst && piece.text.startsWith("~") ? `./${escapePattern(piece.text)}` : escapePattern(piece.text),
      ];
    case "bare":
      return [piece.text];
    case "variable": {
      if (isFirst && piece.name === "HOME") return ["~"];
      if (isFirst && (piece.name === "PWD" || piece.name === "OLDPWD")) return ["."];
      const fallback = piece.fallback === undefined ? [] : [piece.fallback];
      const known = [...(variables.get(piece.name) ?? []), ...fallback];
      return known.length === 0 ? [ANYTHING] : known;
    }
    case "unknown":
      return [ANYTHING];
  }
}

/** What follows a folder that is not known is looked for in any; the rest of a name is any text. */
function withoutUnknown(pattern: string): string {
  if (!pattern.includes(ANYTHING)) return pattern;
  const rest = pattern.replace(new RegExp(`^${ANYTHING}+`), "");
  if (rest === "") return "";
  return rest.length < pattern.length && rest.startsWith("/")
    ? `${ANYWHERE}${rest.replaceAll(ANYTHING, "*")}`
    : pattern.replaceAll(ANYTHING, "*");
}

/** `~name` is the home of another person, or of this one under its name. */
function homesOf(pattern: string): readonly string[] {
  const found = /^~([\w.-]+|\+)(?=\/|$)(.*)$/s.exec(pattern);
  if (found === null) return [pattern];
  const [, name = "", rest = ""] = found;
  if (name === "+") return [`.${rest}`];
  return [...(name === "root" ? [`/root${rest}`] : []), `/home/${name}${rest}`, `~${rest}`];
}

/** The value of a word that begins behind its first `count` characters, as in `--file=VALUE`. */
export function wordBehind(word: ShellWord, count: number): ShellWord {
  const text = word.text.slice(count);
  if (word.isLiteral) return { text, isLiteral: true };
  const [first, ...rest] = word.pieces ?? [];
  if (first === undefined || (first.kind !== "bare" && first.kind !== "text") || first.text.length < count)
    return { text, isLiteral: false };
  const cut = { ...first, text: first.text.slice(count) };
  return { text, isLiteral: false, pieces: cut.text === "" ? rest : [cut, ...rest] };
}

const DECLARING = /^(export|declare|local|readonly|typeset)$/;

/** What a line itself puts into variables. */
export function variablesOf(parts: readonly SimpleCommand[]): Variables {
  const known = new Map<string, readonly string[]>();
  const take = ({ name, value }: ShellAssignment): void => {
    const before = known.get(name) ?? [];
    if (before.length <= MOST) known.set(name, [...new Set([...before, ...patternsOf(value, known)])]);
  };
  const seen = new Set<unknown>();
  for (const { assignments, loops = [], words } of parts) {
    // All commands of a loop have the same ones.
    if (!seen.has(loops)) loops.forEach(take);
    seen.add(loops);
    assignments.forEach(take);
    if (words[0]?.text === "set")
      for (const [at, value] of words.filter(({ text }, place) => place > 0 && text !== "--").entries())
        take({ name: String(at + 1), value });
    if (!DECLARING.test(words[0]?.text ?? "")) continue;
    for (const word of words.slice(1)) {
      const name = /^(\w+)=/.exec(word.text)?.[1];
      if (name !== undefined) take({ name, value: wordBehind(word, name.length + 1) });
    }
  }
  return known;
}
