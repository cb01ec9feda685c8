import { commandPattern, covers, restrictsPart, writesByRedirection } from "./command-pattern.ts";
import { isHarmless } from "./system-programs.ts";
import type { NamedEffect, ResolvedCommand } from "./guard.ts";
import type { PermissionRule } from "./permission-rule.ts";

/** How a rule that asks or denies meets a command, and which part of the line it is about. */
export interface CommandRestriction {
  /** `maybe`: words that are known only when it runs decide it. */
  readonly strength: "yes" | "maybe";
  readonly part: string;
  readonly why?: string;
}

const SHOWN_CHARS = 120;

/** What cannot be known is met by every rule about commands. */
export function commandRestriction(
  text: string,
  { parsed }: ResolvedCommand,
): CommandRestriction | undefined {
  const found = definiteRestriction(text, { parsed });
  if (found?.strength === "yes") return found;
  const unknown = unknownPart(parsed);
  return unknown ?? found;
}

/** The same without what cannot be known: for commands that are blocked in every mode. */
export function definiteRestriction(
  text: string,
  { parsed }: Pick<ResolvedCommand, "parsed">,
): CommandRestriction | undefined {
  const pattern = commandPattern(text);
  let maybe: CommandRestriction | undefined;
  for (const part of parsed.parts) {
    const answer = restrictsPart(pattern, part, parsed.line);
    if (answer === "yes") return { strength: "yes", part: shown(part.source) };
    if (answer === "maybe")
      maybe ??= {
        strength: "maybe",
        part: shown(part.source),
        why: "what it becomes is known only when it runs",
      };
  }
  return maybe;
}

/** The first part of a line of which nobody can say what it does. */
export function unknownPart({
  unreadable,
  parts,
}: ResolvedCommand["parsed"]): CommandRestriction | undefined {
  const [first] = unreadable;
  if (first !== undefined) return { strength: "yes", part: shown(first.text), why: first.reason };
  const coded = parts.find(({ code }) => code !== undefined);
  return coded?.code === undefined
    ? undefined
    : { strength: "yes", part: shown(coded.source), why: coded.code };
}

export interface AllowRules {
  /** Rules whose conditions besides command and path hold for the command as a whole. */
  readonly rules: readonly PermissionRule[];
  /** Whether a rule with a path permits what a redirection writes. */
  readonly permits: (rule: PermissionRule, written: NamedEffect) => boolean;
}

/** Whether allow rules cover a command: each of its parts, and every file that is written by redirection. */
export function rulesCover(command: ResolvedCommand, allowed: AllowRules): boolean {
  const { parsed } = command;
  if (parsed.unreadable.length > 0 || parsed.parts.length === 0) return false;
  const ofCommands = allowed.rules.filter(({ match }) => match?.path === undefined);
  return parsed.parts.every((part, at) => {
    const isStarting = part.words.length > 0 || part.assignments.length > 0;
    const isCovered =
      !isStarting ||
      ofCommands.some(
        ({ match }) => match?.command === undefined || covers(commandPattern(match.command), at, parsed),
      );
    return isCovered && (!writesByRedirection(part) || redirectionsAllowed(at, command, allowed));
  });
}

function redirectionsAllowed(
  at: number,
  { parsed, named }: ResolvedCommand,
  { rules, permits }: AllowRules,
): boolean {
  const isWhole = rules.some(({ match }) => {
    if (match?.path !== undefined) return false;
    const pattern = match?.command === undefined ? undefined : commandPattern(match.command);
    return pattern === undefined || (pattern.kind === "line" && pattern.line === parsed.line.trim());
  });
  if (isWhole) return true;
  const written = named.filter(
    ({ effect, part, isRedirect }) => part === at && isRedirect && effect.kind === "write",
  );
  const targets =
    parsed.parts[at]?.redirects.filter(({ use, target }) => use !== "read" && !isHarmless(target)) ?? [];
  // A target that is known only when it runs has no path here.
  const isKnown = targets.every(({ target }) => target.isLiteral || target.path !== undefined);
  return isKnown && written.length > 0 && written.every((each) => rules.some((rule) => permits(rule, each)));
}

function shown(text: string): string {
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}
