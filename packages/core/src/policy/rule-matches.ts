import { changesSomething } from "../effects/effect.ts";
import type { Workspace } from "../ports/paths.ts";
import { globAlternatives, globCovers, globMatches, isLiteralPath, nameMatches } from "./path-glob.ts";
import { mayMeet, namesMeet } from "./pattern-overlap.ts";
import { below } from "./floor.ts";
import { commandRestriction, rulesCover, unknownPart } from "./command-rules.ts";
import type {
  GuardedCall,
  NamedEffect,
  NamedPattern,
  PatternName,
  ResolvedCommand,
  ResolvedEffect,
} from "./guard.ts";
import type { PermissionRule, RuleMatch } from "./permission-rule.ts";

type RuledCall = Pick<GuardedCall, "effects" | "caller" | "surface" | "workspace"> & {
  readonly tool: { readonly name: string };
};

/** How a rule that asks or denies meets a call. */
export interface Restriction {
  /** `maybe`: what a command becomes when it runs decides it. */
  readonly strength: "yes" | "maybe";
  /** The part of a command line it is about. */
  readonly part?: string;
  /** Why that part is met although it does not say so. */
  readonly why?: string;
}

/** True when a `deny` or `ask` rule matches: one effect is enough. */
export function restricts(rule: PermissionRule, call: RuledCall): boolean {
  return restriction(rule, call) !== undefined;
}

/** Where a `deny` or `ask` rule matches: one effect, one part of a command or one path it names is enough. */
export function restriction(rule: PermissionRule, call: RuledCall): Restriction | undefined {
  if (!callFits(rule, call)) return undefined;
  if (!judgesEffects(rule.match)) return { strength: "yes" };
  let weaker: Restriction | undefined;
  for (const effect of call.effects) {
    const found = effectRestriction(rule, effect, call.workspace);
    if (found?.strength === "yes") return found;
    weaker ??= found;
  }
  return weaker;
}

function effectRestriction(
  rule: PermissionRule,
  resolved: ResolvedEffect,
  workspace: Workspace,
): Restriction | undefined {
  const { command } = resolved;
  if (effectFits(rule, resolved, workspace)) {
    const text = rule.match?.command;
    return command === undefined || text === undefined
      ? { strength: "yes" }
      : commandRestriction(text, command);
  }
  if (command === undefined) return undefined;
  const fitting = command.named.filter((one) => namedFits(rule, one, workspace));
  const named = fitting.find(({ pattern }) => pattern === undefined) ?? fitting[0];
  if (named !== undefined) {
    const part = command.parsed.parts[named.part]?.source ?? "";
    return named.pattern === undefined
      ? { strength: "yes", part }
      : { strength: "maybe", part, why: "what a pattern or variable stands for is known only when it runs" };
  }
  // A rule that names the tool of a command is about every command that nobody can read.
  const namesTool = rule.tool !== undefined && rule.tool !== "*";
  const isAboutRuns = rule.match?.effect === undefined || rule.match.effect === "run";
  return namesTool && isAboutRuns && command.parsed.unreadable.length > 0
    ? unknownPart(command.parsed)
    : undefined;
}

/** What a command names meets a rule like an effect of its own; what works on a whole folder meets what is in it. */
function namedFits(rule: PermissionRule, named: NamedEffect, workspace: Workspace): boolean {
  if (rule.match?.command !== undefined || rule.match?.read_only !== undefined) return false;
  const glob = rule.match?.path;
  if (named.pattern !== undefined) {
    const { path: _given, ...others } = rule.match ?? {};
    return (
      effectFits({ ...rule, match: others }, named, workspace) &&
      (glob === undefined || patternMeets(glob, named.pattern, { workspace, isWhole: named.isWhole }))
    );
  }
  if (effectFits(rule, named, workspace)) return true;
  if (glob === undefined || !named.isWhole || named.path === undefined) return false;
  const { base, rest } = placeOf(glob, workspace);
  const first = rest.split("/").findIndex((segment) => !isLiteralPath(segment));
  const segments = rest.split("/").slice(0, first < 0 ? undefined : first);
  const start = [base === "/" ? "" : base, ...segments.filter((segment) => segment !== "")].join("/");
  const { path: _path, ...match } = rule.match ?? {};
  return below(named.path.real, start) !== undefined && effectFits({ ...rule, match }, named, workspace);
}

/** Whether a path that a pattern of a command stands for may be one that a rule is about. */
function patternMeets(
  glob: string,
  { names }: NamedPattern,
  { workspace, isWhole }: { readonly workspace: Workspace; readonly isWhole: boolean },
): boolean {
  const { base, rest } = placeOf(glob, workspace);
  const folders = base.split("/").filter((name) => name !== "");
  const alternatives = globAlternatives(rest) ?? ["**"];
  return alternatives.some((one) => {
    const inside = one.split("/").filter((name) => name !== "");
    const place = [
      ...folders.map((text): PatternName => ({ text, isLiteral: true })),
      ...inside.map((text): PatternName =>
        isLiteralPath(text)
          ? { text, isLiteral: true }
          : { text: text.replace(/[[\\]/g, "\\$&"), isLiteral: false },
      ),
    ];
    // A name that is written in the rule has to be written in what is looked for in any folder too.
    if (names[0]?.text === "**" && !names[0].isLiteral) {
      const last = place.findLast(({ isLiteral }) => isLiteral);
      if (last === undefined || !names.slice(1).some((name) => namesMeet(name, last))) return false;
    }
    return mayMeet(names, place, { isBelow: true, isAbove: isWhole });
  });
}

/** True when allow rules cover every changing effect of the call. */
export function allows(rules: readonly PermissionRule[], call: RuledCall): boolean {
  const fitting = rules.filter((rule) => rule.action === "allow" && callFits(rule, call));
  const changing = call.effects.filter(({ effect }) => changesSomething(effect));
  return (
    fitting.length > 0 &&
    changing.every((effect) =>
      effect.command === undefined
        ? fitting.some((rule) => !judgesEffects(rule.match) || effectFits(rule, effect, call.workspace))
        : commandAllowed(fitting, effect, effect.command, call.workspace),
    )
  );
}

function commandAllowed(
  rules: readonly PermissionRule[],
  resolved: ResolvedEffect,
  command: ResolvedCommand,
  workspace: Workspace,
): boolean {
  const forPaths = rules.filter(({ match }) => match?.path !== undefined);
  const forCommands = rules.filter(
    (rule) =>
      rule.match?.path === undefined && (!judgesEffects(rule.match) || effectFits(rule, resolved, workspace)),
  );
  return rulesCover(command, {
    rules: [...forCommands, ...forPaths],
    permits: (rule, written) => rule.match?.path !== undefined && effectFits(rule, written, workspace),
  });
}

function callFits(rule: PermissionRule, call: RuledCall): boolean {
  const { caller, surface } = rule.match ?? {};
  return (
    (rule.tool === undefined || nameMatches(rule.tool, call.tool.name)) &&
    (caller === undefined || caller === call.caller) &&
    (surface === undefined || surface === call.surface)
  );
}

function judgesEffects(match: RuleMatch | undefined): boolean {
  return (
    match?.effect !== undefined ||
    match?.path !== undefined ||
    match?.command !== undefined ||
    match?.read_only !== undefined ||
    match?.host !== undefined ||
    match?.server !== undefined
  );
}

function effectFits(rule: PermissionRule, resolved: ResolvedEffect, workspace: Workspace): boolean {
  const { effect, path } = resolved;
  const { effect: kind, path: glob, command, read_only: readOnly, host, server } = rule.match ?? {};
  if (kind !== undefined && kind !== effect.kind) return false;
  if (
    glob !== undefined &&
    (path === undefined || !pathFits(glob, path.real, { workspace, isAllow: rule.action === "allow" }))
  )
    return false;
  if (
    host !== undefined &&
    (effect.kind !== "connect" || !nameMatches(host.toLowerCase(), effect.host.toLowerCase()))
  )
    return false;
  if (
    server !== undefined &&
    (effect.kind !== "run" || effect.backend === undefined || !nameMatches(server, effect.backend))
  )
    return false;
  if (readOnly !== undefined && (effect.kind !== "run" || isReading(resolved) !== readOnly)) return false;
  if (command === undefined) return true;
  // An unparsed command is covered by no allow rule and by every other rule about commands.
  return effect.kind === "run" && (resolved.command !== undefined || rule.action !== "allow");
}

/** What the line says counts more than what the tool says of it. */
function isReading({ effect, command }: ResolvedEffect): boolean {
  return command?.parsed.isReadOnly ?? (effect.kind === "run" && effect.readOnly === true);
}

/** True for a rule that is about files, so that each use of one is judged by it. */
export function concernsFiles(rule: PermissionRule): boolean {
  const { path, effect } = rule.match ?? {};
  return path !== undefined || effect === "read" || effect === "write" || effect === "delete";
}

/** A restriction of a folder holds for what is in it; a permission holds for what it names. */
export function pathFits(
  glob: string,
  real: string,
  how: { readonly workspace: Workspace; readonly isAllow: boolean },
): boolean {
  const { base, rest } = placeOf(glob, how.workspace);
  const inside = below(base, real);
  if (inside === undefined) return false;
  if (rest === "") return inside === "" || !how.isAllow;
  return how.isAllow ? globMatches(rest, inside) : globCovers(rest, inside);
}

/**
 * The folder a glob starts from, taken word by word, and the glob below it without `.`, end slashes and `..`. The
 * folder's own name may hold characters that mean more in a glob.
 */
function placeOf(glob: string, { root, home }: Workspace): { readonly base: string; readonly rest: string } {
  const isHome = glob === "~" || glob.startsWith("~/");
  const start = isHome ? home : glob.startsWith("/") ? "/" : root;
  const folders = start.split("/").filter((segment) => segment !== "");
  const segments: string[] = [];
  for (const segment of (isHome ? glob.slice(1) : glob).split("/")) {
    if (segment === "" || segment === ".") continue;
    const above = segments.at(-1);
    if (segment !== ".." || (above !== undefined && !isLiteralPath(above))) segments.push(segment);
    else if (above === undefined) folders.pop();
    else segments.pop();
  }
  return { base: `/${folders.join("/")}`, rest: segments.join("/") };
}
