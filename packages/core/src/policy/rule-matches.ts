import { changesSomething } from "../effects/effect.ts";
import type { Workspace } from "../ports/paths.ts";
import { globCovers, globMatches } from "./path-glob.ts";
import type { GuardedCall, ResolvedEffect } from "./guard.ts";
import type { PermissionRule, RuleMatch } from "./permission-rule.ts";

type RuledCall = Pick<GuardedCall, "effects" | "caller" | "surface" | "workspace"> & {
  readonly tool: { readonly name: string };
};

/** True when a `deny` or `ask` rule matches: one effect is enough. */
export function restricts(rule: PermissionRule, call: RuledCall): boolean {
  if (!callFits(rule, call)) return false;
  if (!judgesEffects(rule.match)) return true;
  return call.effects.some((effect) => effectFits(rule, effect, call.workspace));
}

/** True when allow rules cover every changing effect of the call. */
export function allows(rules: readonly PermissionRule[], call: RuledCall): boolean {
  const fitting = rules.filter((rule) => rule.action === "allow" && callFits(rule, call));
  const changing = call.effects.filter(({ effect }) => changesSomething(effect));
  return (
    fitting.length > 0 &&
    changing.every((effect) =>
      fitting.some((rule) => !judgesEffects(rule.match) || effectFits(rule, effect, call.workspace)),
    )
  );
}

function callFits(rule: PermissionRule, call: RuledCall): boolean {
  const { caller, surface } = rule.match ?? {};
  return (
    (rule.tool === undefined || globMatches(rule.tool, call.tool.name)) &&
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
    (effect.kind !== "connect" || !globMatches(host.toLowerCase(), effect.host.toLowerCase()))
  )
    return false;
  if (
    server !== undefined &&
    (effect.kind !== "run" || effect.backend === undefined || !globMatches(server, effect.backend))
  )
    return false;
  if (readOnly !== undefined && (effect.kind !== "run" || (effect.readOnly ?? false) !== readOnly))
    return false;
  // An unparsed command is covered by no allow rule and by every other rule about commands.
  return command === undefined || (effect.kind === "run" && rule.action !== "allow");
}

/** A restriction of a folder holds for what is in it; a permission holds for what it names. */
export function pathFits(
  glob: string,
  real: string,
  how: { readonly workspace: Workspace; readonly isAllow: boolean },
): boolean {
  const { root, home } = how.workspace;
  const absolute = glob.startsWith("~/")
    ? `${home}${glob.slice(1)}`
    : glob.startsWith("/")
      ? glob
      : `${root === "/" ? "" : root}/${glob}`;
  return how.isAllow ? globMatches(absolute, real) : globCovers(absolute, real);
}
