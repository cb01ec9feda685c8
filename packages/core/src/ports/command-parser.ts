/** A piece of a word that is known only when it runs. */
export type WordPiece =
  /** Text that means itself: quoted or escaped. */
  | { readonly kind: "text"; readonly text: string }
  /** Text as it was written, in which patterns, braces and a tilde at the start mean more. */
  | { readonly kind: "bare"; readonly text: string }
  /** What a variable holds, and what stands there when it holds nothing. */
  | { readonly kind: "variable"; readonly name: string; readonly fallback?: string }
  | { readonly kind: "unknown" };

/** One word of a command as the shell would see it. */
export interface ShellWord {
  /** With quotes and escapes taken away when `isLiteral`; as it was written when not. */
  readonly text: string;
  /** False when an expansion, a substitution or a pattern decides what it becomes, and how many words. */
  readonly isLiteral: boolean;
  /** What it names as a path where that is known and not `text`: `~/x` for `$HOME/x`, `./~` for `'~'`. */
  readonly path?: string;
  /** What it is made of, when it is not literal. */
  readonly pieces?: readonly WordPiece[];
}

export interface ShellRedirect {
  readonly use: "read" | "write" | "both";
  readonly target: ShellWord;
}

export interface ShellAssignment {
  readonly name: string;
  readonly value: ShellWord;
}

/** A simple command: what the shell starts, or only assignments, or only redirections of a compound command. */
export interface SimpleCommand {
  /** The program first; empty when nothing is started. */
  readonly words: readonly ShellWord[];
  readonly assignments: readonly ShellAssignment[];
  readonly redirects: readonly ShellRedirect[];
  /** As it stands in the line. */
  readonly source: string;
  /** What a heredoc or a here-string feeds it. */
  readonly input?: ShellWord;
  /** Its place among the commands of one pipe. */
  readonly pipe?: { readonly id: number; readonly place: number; readonly length: number };
  /** How many sub-shells and substitutions it stands in. */
  readonly depth: number;
  /** The function of the same line whose body it belongs to. */
  readonly inFunction?: string;
  /** Variables of the loops it stands in: each with every word it may be. */
  readonly loops?: readonly ShellAssignment[];
}

/** A part of a line of which nobody can say what it runs. */
export interface UnreadablePart {
  readonly text: string;
  readonly reason: string;
}

/** A shell script taken apart: every simple command in it, in the order it is written. */
export interface ShellScript {
  readonly commands: readonly SimpleCommand[];
  readonly unreadable: readonly UnreadablePart[];
}

/** Takes a line apart. Never rejects: what it cannot read comes back as unreadable. */
export type ParseShell = (script: string) => Promise<ShellScript>;

/** Reads command lines of bash and sh. */
export interface CommandParser {
  open(): Promise<ParseShell>;
}
