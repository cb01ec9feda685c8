import type { ShellWord } from "../ports/command-parser.ts";

/** The options of a program as far as they matter for finding its operands. Letters stand for short options. */
export interface OptionSpec {
  readonly flags?: string;
  /** Short options that take a value, attached or as the next word. */
  readonly values?: string;
  readonly longFlags?: readonly string[];
  readonly longValues?: readonly string[];
  /** Words of another form that are options too, such as `-10`. */
  readonly also?: RegExp;
}

export interface ReadOptions {
  /** Index of the first operand within the given words. */
  readonly at: number;
  readonly options: readonly { readonly name: string; readonly value?: ShellWord }[];
  /** An option that the table does not know, or one that only the running shell knows. */
  readonly problem?: string;
}

/** Reads the options before the first operand. */
export function readOptions(words: readonly ShellWord[], spec: OptionSpec): ReadOptions {
  const options: { name: string; value?: ShellWord }[] = [];
  let at = 0;
  while (at < words.length) {
    const word = words[at];
    if (word === undefined) break;
    if (!word.isLiteral) {
      const problem = `${word.text} may be an option`;
      return /^["'$`]|^\{/.test(word.text) || word.text.startsWith("-")
        ? { at, options, problem }
        : { at, options };
    }
    const { text } = word;
    if (text === "--") return { at: at + 1, options };
    if (spec.also?.test(text) === true) {
      options.push({ name: text });
      at += 1;
      continue;
    }
    if (!text.startsWith("-") || text === "-") return { at, options };
    const read = text.startsWith("--")
      ? readLong(text, words[at + 1], spec)
      : readCluster(text, words[at + 1], spec);
    if (read === undefined) return { at, options, problem: `the option ${text} is not known` };
    options.push(...read.options);
    at += read.length;
  }
  return { at, options };
}

interface One {
  readonly options: readonly { readonly name: string; readonly value?: ShellWord }[];
  readonly length: number;
}

function readLong(text: string, next: ShellWord | undefined, spec: OptionSpec): One | undefined {
  const equals = text.indexOf("=");
  const name = equals < 0 ? text.slice(2) : text.slice(2, equals);
  const value: ShellWord | undefined =
    equals < 0 ? undefined : { text: text.slice(equals + 1), isLiteral: true };
  if (spec.longValues?.includes(name) === true) {
    const given = value ?? next;
    return {
      options: [{ name, ...(given === undefined ? {} : { value: given }) }],
      length: value === undefined ? 2 : 1,
    };
  }
  if (spec.longFlags?.includes(name) !== true) return undefined;
  return { options: [{ name, ...(value === undefined ? {} : { value }) }], length: 1 };
}

function readCluster(text: string, next: ShellWord | undefined, spec: OptionSpec): One | undefined {
  const options: { name: string; value?: ShellWord }[] = [];
  for (let at = 1; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    if (spec.values?.includes(letter) === true) {
      const rest = text.slice(at + 1);
      const value = rest === "" ? next : { text: rest, isLiteral: true };
      options.push({ name: letter, ...(value === undefined ? {} : { value }) });
      return { options, length: rest === "" ? 2 : 1 };
    }
    if (spec.flags?.includes(letter) !== true) return undefined;
    options.push({ name: letter });
  }
  return { options, length: 1 };
}
