import { changesSomething } from "../effects/effect.ts";
import type { Workspace } from "../ports/paths.ts";
import { globCovers, globMatches, isLiteralPath, nameMatches } from "./path-glob.ts";
import { below } from "./floor.ts";
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
  if (readOnly !== undefined && (effect.kind !== "run" || (effect.readOnly ?? false) !== readOnly))
    return false;
  // An unparsed command is covered by no allow rule and by every other rule about commands.
  return command === undefined || (effect.kind === "run" && rule.action !== "allow");
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
