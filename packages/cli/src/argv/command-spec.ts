import type { Io } from "../terminal/io.ts";

export interface FlagSpec {
  /** Without dashes. */
  readonly name: string;
  readonly short?: string;
  /** What the value is called in the help; a switch has none. */
  readonly value?: string;
  readonly about: string;
  /** May be given several times: `flagValues` gives all. */
  readonly isRepeatable?: boolean;
}

interface CommandExample {
  readonly line: string;
  readonly about: string;
}

/** One command of `wield`, as the help and the parser need it. What it does is loaded when it runs. */
export interface CommandSpec {
  /** `call`, or `tools show` for a command below another. */
  readonly name: string;
  readonly summary: string;
  /** What may follow the name, such as `[NAME…]`; one line per form. */
  readonly forms: readonly string[];
  /** Paragraphs that say what a newcomer needs to know. */
  readonly about: readonly string[];
  readonly flags: readonly FlagSpec[];
  readonly examples: readonly CommandExample[];
  /** Least and most operands. */
  readonly operands: { readonly least: number; readonly most: number };
  readonly load: () => Promise<{ readonly run: RunCommand }>;
}

/** What one command was given. */
export interface CommandInput {
  readonly operands: readonly string[];
  /** By name without dashes; a switch that was given is `""`. */
  readonly flags: ReadonlyMap<string, string>;
  readonly io: Io;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the command was started. */
  readonly cwd: string;
  /** Of Wield. */
  readonly version: string;
}

/** Resolves with the exit code. */
export type RunCommand = (input: CommandInput) => Promise<number>;
