import { nameMatches } from "./path-glob.ts";
import type { ShellWord } from "../ports/command-parser.ts";
import {
  CODE_FROM_INPUT,
  programOf,
  type CommandPart,
  type ParsedCommand,
} from "../effects/parsed-command.ts";
import { isHarmless, isSystemProgram } from "./system-programs.ts";
import { OPTION_NAMES } from "./option-names.data.ts";

/** One word of a rule's command. */
interface PatternWord {
  /** `*` where it stands for any characters is U+E000 here, so that a quoted one is itself. */
  readonly text: string;
  readonly hasWildcard: boolean;
}

export interface CommandPattern {
  readonly kind: "words" | "line";
  /** As the rule has it, for a line. */
  readonly line: string;
  readonly assignments: readonly string[];
  readonly words: readonly PatternWord[];
  /** The last word is a `*` alone. */
  readonly hasRest: boolean;
}

const STAR = "\uE000";
const known = new Map<string, CommandPattern>();

/** Reads a rule's command: words as in a shell, `*` for any characters. Text with an operator is one exact line. */
export function commandPattern(text: string): CommandPattern {
  const before = known.get(text);
  if (before !== undefined) return before;
  const made = readPattern(text);
  if (known.size > 1000) known.clear();
  known.set(text, made);
  return made;
}

function readPattern(text: string): CommandPattern {
  const words = splitWords(text);
  if (words === undefined)
    return { kind: "line", line: text.trim(), assignments: [], words: [], hasRest: false };
  const assignments: string[] = [];
  while (words[0] !== undefined && /^[A-Za-z_][A-Za-z0-9_]*=/.test(words[0]))
    assignments.push(words.shift() ?? "");
  const hasRest = words.length > 0 && words.at(-1) === STAR;
  const kept = hasRest ? words.slice(0, -1) : words;
  return {
    kind: "words",
    line: text.trim(),
    assignments,
    words: kept.map((word) => ({ text: word, hasWildcard: word.includes(STAR) })),
    hasRest,
  };
}

/** Nothing for text with an operator of the shell outside quotes. */
function splitWords(text: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (/[;&|<>()\n`]/.test(character)) return undefined;
    if (character === " " || character === "\t") {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    word ??= "";
    if (character === "\\") {
      word += text[at + 1] ?? "";
      at += 1;
    } else if (character === "'" || character === '"') {
      const end = text.indexOf(character, at + 1);
      if (end < 0) return undefined;
      word += text.slice(at + 1, end);
      at = end;
    } else word += character === "*" ? STAR : character;
  }
  if (word !== undefined) words.push(word);
  return words;
}

/** The narrowest rule text that covers a line: exactly it. Nothing when no rule can say it. */
export function exactPattern(command: ParsedCommand): string | undefined {
  if (command.unreadable.length > 0 || command.parts.length === 0) return undefined;
  // The same line is fed something else another time.
  if (command.parts.some(({ code }) => code === CODE_FROM_INPUT)) return undefined;
  const isKnown = command.parts.every(
    ({ words, assignments, redirects, input, within }) =>
      within !== undefined ||
      (words.every(({ isLiteral }) => isLiteral) &&
        assignments.every(({ value }) => value.isLiteral) &&
        redirects.every(({ target }) => target.isLiteral) &&
        (input?.isLiteral ?? true)),
  );
  if (!isKnown) return undefined;
  const top = command.parts.filter(({ within }) => within === undefined);
  const [only] = top;
  const line = command.line.trim();
  const isSimple =
    only !== undefined &&
    top.length === 1 &&
    only.redirects.length === 0 &&
    only.input === undefined &&
    only.words.length > 0 &&
    only.depth === 0 &&
    only.inFunction === undefined;
  if (!isSimple) return commandPattern(line).kind === "line" ? line : undefined;
  return [
    ...only.assignments.map(({ name, value }) => `${name}=${quoted(value.text)}`),
    ...only.words.map(({ text }) => quoted(text)),
  ].join(" ");
}

function quoted(text: string): string {
  if (/^[\w@%+=:,./~-]+$/.test(text)) return text;
  return text.includes("'") ? `'${text.replaceAll("'", `'"'"'`)}'` : `'${text}'`;
}

/** Whether an allow rule's command covers a part. A part that is started by a covered exact one is covered with it. */
export function covers(pattern: CommandPattern, at: number, command: ParsedCommand): boolean {
  const part = command.parts[at];
  if (part === undefined) return false;
  if (pattern.kind === "line") return pattern.line === command.line.trim();
  if (coversPart(pattern, part)) return true;
  const { within } = part;
  return within !== undefined && isExact(pattern) && covers(pattern, within, command);
}

function isExact(pattern: CommandPattern): boolean {
  return !pattern.hasRest && pattern.words.every(({ hasWildcard }) => !hasWildcard);
}

function coversPart(pattern: CommandPattern, part: CommandPart): boolean {
  if (part.code !== undefined && !isExact(pattern)) return false;
  // What it is fed is no part of the rule.
  if (part.code === CODE_FROM_INPUT) return false;
  const { assignments, words } = part;
  if (assignments.length !== pattern.assignments.length) return false;
  const isSame = assignments.every(
    ({ name, value }, at) => value.isLiteral && `${name}=${value.text}` === pattern.assignments[at],
  );
  if (!isSame) return false;
  if (words.length < pattern.words.length || (words.length > pattern.words.length && !pattern.hasRest))
    return false;
  return pattern.words.every((wanted, at) => {
    const word = words[at];
    if (word?.isLiteral !== true) return false;
    return at === 0 ? isProgram(wanted, word) : fits(wanted, word.text);
  });
}

function isProgram(wanted: PatternWord, word: ShellWord): boolean {
  if (fits(wanted, word.text)) return true;
  return isSystemProgram(word) && fits(wanted, word.text.slice(word.text.lastIndexOf("/") + 1));
}

function fits(wanted: PatternWord, text: string): boolean {
  if (!wanted.hasWildcard) return wanted.text === text;
  // Stars of the text itself are no wildcards, and both sides agree on that.
  return nameMatches(
    wanted.text.replaceAll("*", "\uE001").replaceAll(STAR, "*"),
    text.replaceAll("*", "\uE001"),
  );
}

/** Whether the files a part writes by redirection are more than its words. */
export function writesByRedirection(part: CommandPart): boolean {
  return part.redirects.some(({ use, target }) => use !== "read" && !isHarmless(target));
}

export type Restriction = "yes" | "maybe" | "no";

/**
 * Whether a rule that asks or denies is about a part: its program by base name, its operands in order from the first,
 * its options in any order and spelling. More words after those of the rule do not matter. `maybe` when words that are
 * known only when it runs decide it.
 */
export function restrictsPart(pattern: CommandPattern, part: CommandPart, line: string): Restriction {
  if (pattern.kind === "line") return pattern.line === line.trim() ? "yes" : "no";
  const program = programOf(part);
  const [wanted, ...rest] = pattern.words;
  if (wanted === undefined) return pattern.hasRest ? "yes" : "no";
  if (program === undefined) return "no";
  const given = part.words[0]?.text ?? "";
  if (!fits(wanted, program) && !fits(wanted, given)) return "no";
  if (matches(rest, part, { program, isLenient: false })) return "yes";
  return matches(rest, part, { program, isLenient: true }) ? "maybe" : "no";
}

interface How {
  readonly program: string;
  /** Words that are known only when it runs may become anything. */
  readonly isLenient: boolean;
}

function matches(wanted: readonly PatternWord[], part: CommandPart, how: How): boolean {
  const words = part.words.slice(1);
  const hasUnknown = how.isLenient && words.some(mayBeOption);
  const options = optionsOf(words);
  const needed = wanted.filter(({ text }) => isOption(text));
  if (!hasUnknown && !needed.every((option) => hasOption(option, options, how.program))) return false;
  const operands = wanted.filter(({ text }) => !isOption(text));
  return operandsMatch(operands, words, how);
}

/** A pattern that begins with a letter stays an operand; what a variable holds may become several words. */
function mayBeOption({ isLiteral, path, pieces = [] }: ShellWord): boolean {
  if (isLiteral || path !== undefined) return false;
  const [first] = pieces;
  const isWritten = pieces.every(({ kind }) => kind === "text" || kind === "bare");
  return !(isWritten && first !== undefined && "text" in first && /^[^-*?[{]/.test(first.text));
}

function isOption(text: string): boolean {
  return /^-./.test(text);
}

interface GivenOption {
  readonly name: string;
  readonly value?: string;
  readonly next?: string;
}

function optionsOf(words: readonly ShellWord[]): readonly GivenOption[] {
  const end = words.findIndex(({ text, isLiteral }) => isLiteral && text === "--");
  const before = end < 0 ? words : words.slice(0, end);
  return before.flatMap(({ text, isLiteral }, at): readonly GivenOption[] => {
    if (!isLiteral || !isOption(text)) return [];
    const next = before[at + 1]?.text;
    const more = next === undefined ? {} : { next };
    const equals = text.indexOf("=");
    if (text.startsWith("--") || equals > 0) {
      return equals > 0
        ? [{ name: text.slice(0, equals), value: text.slice(equals + 1) }, { name: text }]
        : [{ name: text, ...more }];
    }
    // `-rf` is `-r -f`, `-exec` is itself, `-ofile` is `-o` with a value.
    const letters = [...new Set(text.slice(1))].map((letter) => ({
      name: `-${letter}`,
      value: text.slice(text.indexOf(letter, 1) + letter.length),
      ...more,
    }));
    return [{ name: text, ...more }, ...letters];
  });
}

function hasOption(wanted: PatternWord, options: readonly GivenOption[], program: string): boolean {
  if (wanted.hasWildcard)
    return options.some(({ name, value }) => fits(wanted, name) || fits(wanted, `${name}=${value ?? ""}`));
  const { text } = wanted;
  const equals = text.indexOf("=");
  if (equals > 0) {
    const value = text.slice(equals + 1);
    return options.some(
      (option) =>
        isNamed(option.name, text.slice(0, equals), program) &&
        (option.value === value || option.next === value),
    );
  }
  if (options.some(({ name }) => isNamed(name, text, program))) return true;
  if (text.startsWith("--") || text.length < 3) return false;
  return Array.from(text.slice(1)).every((letter) =>
    options.some(({ name }) => isNamed(name, `-${letter}`, program)),
  );
}

/** The same option, cut short, or under its other name. */
function isNamed(given: string, wanted: string, program: string): boolean {
  if (given === wanted) return true;
  const names = [
    wanted,
    ...(OPTION_NAMES.get(program)?.find((group) => group.includes(wanted)) ??
      COMMON.find((group) => group.includes(wanted)) ??
      []),
  ];
  return names.some(
    (name) =>
      name === given ||
      (name.startsWith("--") && given.startsWith("--") && given.length > 3 && name.startsWith(given)),
  );
}

const COMMON: readonly (readonly string[])[] = OPTION_NAMES.get("*") ?? [];

/** Operands in order. A word after an option may be that option's value, so it may be left out. */
function operandsMatch(
  wanted: readonly PatternWord[],
  words: readonly ShellWord[],
  { program, isLenient }: How,
): boolean {
  let reached: ReadonlySet<number> = new Set([0]);
  let isOver = false;
  for (const [at, word] of words.entries()) {
    if (reached.has(wanted.length)) return true;
    if (reached.size === 0) return false;
    if (!isOver && word.isLiteral && word.text === "--") {
      isOver = true;
      continue;
    }
    if (!word.isLiteral) {
      const lowest = Math.min(...reached);
      if (isLenient)
        reached = new Set(Array.from({ length: wanted.length + 1 - lowest }, (_, step) => lowest + step));
      else reached = advance(reached, wanted, undefined, true);
      continue;
    }
    if (!isOver && isOption(word.text)) {
      const value = /^--[^=]+=(?<value>.*)$/s.exec(word.text)?.groups?.["value"];
      if (value !== undefined) reached = advance(reached, wanted, value, true);
      continue;
    }
    const before = words[at - 1];
    const mayBeValue =
      !isOver &&
      before !== undefined &&
      isOption(before.text) &&
      !before.text.includes("=") &&
      !isKnownFlag(before.text, program);
    reached = advance(reached, wanted, word.text, mayBeValue);
  }
  return reached.has(wanted.length);
}

function isKnownFlag(text: string, program: string): boolean {
  return program === "rm" || (program === "git" && /^(-p|-P|--no-pager|--bare|--paginate)$/.test(text));
}

function advance(
  reached: ReadonlySet<number>,
  wanted: readonly PatternWord[],
  text: string | undefined,
  mayStay: boolean,
): ReadonlySet<number> {
  const next = new Set<number>();
  for (const at of reached) {
    if (mayStay) next.add(at);
    const pattern = wanted[at];
    if (pattern !== undefined && (text === undefined ? pattern.text === STAR : fits(pattern, text)))
      next.add(at + 1);
  }
  return next;
}
