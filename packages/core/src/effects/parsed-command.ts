import type { SimpleCommand, UnreadablePart } from "../ports/command-parser.ts";

/** One simple command of a line: written there, or started by another one. */
export interface CommandPart extends SimpleCommand {
  /** Index of the part that starts this one: `sudo`, `find -exec`, `sh -c` and the like. */
  readonly within?: number;
  /** Runs on another machine, so its paths are not of this one. */
  readonly isRemote: boolean;
  /** Why nobody can say what it does: its arguments or its input are code. */
  readonly code?: string;
}

/** Begins a pattern whose folder is not known. */
export const ANYWHERE = "\uE003";

export interface NamedPath {
  readonly use: "read" | "write" | "delete";
  /** Absolute, starting with `~`, or relative to the folder the command runs in. */
  readonly path: string;
  /** `path` is a pattern: what it stands for is known only when it runs. It may begin with `ANYWHERE`. */
  readonly isPattern: boolean;
  /** Index of the part that names it. */
  readonly part: number;
  /** All below it too: removed recursively, moved away. */
  readonly isWhole: boolean;
  /** The shell itself opens it, for a redirection. */
  readonly isRedirect: boolean;
}

export interface NamedHost {
  readonly host: string;
  readonly port: number;
  readonly part: number;
}

/** What a command line is known to do. JSON values only. */
export interface ParsedCommand {
  readonly line: string;
  readonly parts: readonly CommandPart[];
  /** Parts of which nobody can say what they run. */
  readonly unreadable: readonly UnreadablePart[];
  readonly paths: readonly NamedPath[];
  readonly hosts: readonly NamedHost[];
  /** Every part is a reading command with reading flags that writes no file. */
  readonly isReadOnly: boolean;
  /** What a person should hear of, in words. */
  readonly dangers: readonly string[];
  /** Ruin that no mode and no rule permits, in words. */
  readonly ruin?: string;
}

/** Why a program that is fed its code is not known. No rule about its words says anything of that code. */
export const CODE_FROM_INPUT = "it runs what its input says";

/** The program of a part by its base name; nothing when only the running shell knows it. */
export function programOf(command: Pick<SimpleCommand, "words">): string | undefined {
  const [first] = command.words;
  if (first?.isLiteral !== true) return undefined;
  return first.text.slice(first.text.lastIndexOf("/") + 1);
}
