import { readTextFile } from "@wield/app";

/** What can be told of a tool file without running it: the name of a tool is a literal. */
export interface SourceNames {
  /** Whether the name stands in the file as a text of its own, so that it may define that tool. */
  mentions(name: string): boolean;
  /** The names that are given to something in it. */
  readonly given: readonly string[];
}

const TEXT = /(["'`])([a-z][a-z0-9_]*)\1/g;
const NAMED = /\bname\s*:\s*(["'`])([a-z][a-z0-9_]*)\1/g;

/** Of a file that cannot be read: none. */
export function sourceNames(file: string): SourceNames {
  const read = readTextFile(file);
  const text = read.ok ? read.value : "";
  const all = new Set(wordsOf(text, TEXT));
  return { mentions: (name) => all.has(name), given: wordsOf(text, NAMED) };
}

function wordsOf(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map((match) => match[2] ?? "");
}
