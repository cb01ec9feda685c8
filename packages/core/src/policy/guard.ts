import type { ParsedCommand } from "../effects/parsed-command.ts";
import type { Json } from "../contract/json.ts";
import type { ToolDefinition } from "../contract/tool-definition.ts";
import type { Effect } from "../effects/effect.ts";
import type { Caller, Surface } from "../ports/journal.ts";
import type { ResolvedPath, Workspace } from "../ports/paths.ts";

/** An effect with its path resolved, when it has one. */
export interface ResolvedEffect {
  readonly effect: Effect;
  readonly path?: ResolvedPath;
  /** Of a `run` effect. */
  readonly command?: ResolvedCommand;
}

/** A command taken apart, with the real paths of what it names. */
export interface ResolvedCommand {
  readonly parsed: ParsedCommand;
  /** What its words and redirections name: it counts for the floor and for rules that ask or deny. */
  readonly named: readonly NamedEffect[];
}

export interface NamedEffect extends ResolvedEffect {
  /** Index of the part of the command that names it. */
  readonly part: number;
  /** All below the path too. */
  readonly isWhole: boolean;
  readonly isRedirect: boolean;
  /** What a pattern stands for below `path`, when it is one. Which files those are is known only when it runs. */
  readonly pattern?: NamedPattern;
}

/** The names a path may have, from the root of the file system on. */
export interface NamedPattern {
  readonly names: readonly PatternName[];
  /** For people. */
  readonly display: string;
}

export interface PatternName {
  readonly text: string;
  /** False when `*`, `?` and `[…]` in it mean more. `**` is then any number of names. */
  readonly isLiteral: boolean;
}

/** What a guard sees: a frozen copy of the decoded call. */
export interface GuardedCall {
  readonly tool: ToolDefinition;
  readonly input: Json;
  readonly effects: readonly ResolvedEffect[];
  /** Whether one of its effects changes something. */
  readonly mutates: boolean;
  readonly caller: Caller;
  readonly surface: Surface;
  readonly sessionId: string;
  readonly workspace: Workspace;
  readonly sawOutside: boolean;
}

export interface GuardVerdict {
  readonly decision: "ask" | "deny";
  readonly reason: string;
  readonly hint?: string;
}

/**
 * May abstain (`undefined`), ask or deny. There is no allow. A bare string is a deny with that reason;
 * anything else, a throw, or no answer within 10 s denies the call as `guard_error`.
 */
export interface Guard {
  readonly name: string;
  check(call: GuardedCall): GuardVerdict | string | undefined | Promise<GuardVerdict | string | undefined>;
}
