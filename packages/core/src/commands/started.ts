import type { ShellScript, ShellWord, SimpleCommand, UnreadablePart } from "../ports/command-parser.ts";

/** A script that stands in the arguments of a command, taken apart. */
export type KnownScripts = (script: string) => ShellScript;

/** What a simple command starts besides its own program. */
export interface Started {
  readonly commands: readonly SimpleCommand[];
  readonly unreadable: readonly UnreadablePart[];
  /** Why nobody can say what the command itself does. */
  readonly code?: string;
  readonly isRemote?: true;
}

export const NOTHING: Started = { commands: [], unreadable: [] };

export function code(why: string): Started {
  return { commands: [], unreadable: [], code: why };
}

/** A command made of words of another one. */
export function inner(
  of: SimpleCommand,
  words: readonly ShellWord[],
  more: Partial<SimpleCommand> = {},
): SimpleCommand {
  return {
    words,
    assignments: [],
    redirects: [],
    source: words.map(({ text }) => text).join(" "),
    depth: of.depth + 1,
    ...(of.input === undefined ? {} : { input: of.input }),
    ...(of.pipe === undefined ? {} : { pipe: of.pipe }),
    ...more,
  };
}

/** The script that words make when joined by blanks. */
export function scriptOf(words: readonly ShellWord[], of: SimpleCommand, parse: KnownScripts): Started {
  if (words.length === 0) return NOTHING;
  if (!words.every(({ isLiteral }) => isLiteral))
    return {
      commands: [],
      unreadable: [{ text: of.source, reason: "its script is known only when it runs" }],
    };
  const script = parse(words.map(({ text }) => text).join(" "));
  return { commands: script.commands, unreadable: script.unreadable };
}
