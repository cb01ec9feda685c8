import { fail, type FailedResult } from "../contract/result.ts";
import { below, floorVerdict } from "../policy/floor.ts";
import type { ResolvedEffect } from "../policy/guard.ts";
import { describeRule } from "../policy/guards.ts";
import { outsideWorkspace } from "../policy/outside-workspace.ts";
import type { PermissionRule } from "../policy/permission-rule.ts";
import { concernsFiles, restricts } from "../policy/rule-matches.ts";
import type { FileAccess } from "../ports/files-driver.ts";
import type { ResolvedPath } from "../ports/paths.ts";
import type { DecodedCall } from "./call-state.ts";
import type { DeclaredPaths } from "./declared-paths.ts";
import type { PipelineDeps } from "./deps.ts";

export interface Judging {
  readonly call: DecodedCall;
  readonly deps: PipelineDeps;
  readonly mayChange: boolean;
  readonly declared: DeclaredPaths;
}

/** The refusal of one open, on what is really there; nothing when it may be made. */
export function judgeUse(access: FileAccess, path: ResolvedPath, judging: Judging): FailedResult | undefined {
  const { call, deps, mayChange, declared } = judging;
  const { workspace } = call.conversation;
  const isChange = access !== "read";
  const use = isChange ? "change" : "read";
  const covering = declared.covering(access, path.real);
  const floor = floorVerdict(use, path, { floor: deps.floor, workspace });
  if (floor?.decision === "deny") return denied(floor.reason, floor.hint);
  const outside = outsideWorkspace(path, workspace, access);
  if (outside !== undefined) return outside;
  if (isChange && !mayChange) {
    return denied(
      `${call.tool.name} only reports (mutates: false) and may not change ${path.display}`,
      "this is a fault of the tool; do not repeat the call.",
    );
  }
  if (isChange && call.tool.hasEffects && covering.length === 0) {
    return denied(
      `${call.tool.name} would ${access} ${path.display}, which is not among the effects this call declared`,
      "look at the path again (a link may have changed), or report the tool.",
    );
  }
  // A person was asked before the call ran, but only about what the call declared: a folder says nothing of this path.
  const wasAsked =
    floor === undefined ||
    covering.some(
      (known) =>
        known.path !== undefined &&
        floorVerdict(use, known.path, { floor: deps.floor, workspace }) !== undefined,
    );
  if (!wasAsked) return denied(floor.reason, ASK_FIRST);
  return judgeRules(access, path, { call, covering });
}

/** Whether no rule can close a single name below a real folder that may be read itself. */
export function isOpenBelow(real: string, { call, deps }: Judging): boolean {
  const { settings, sessionRules, workspace } = call.conversation;
  const { home } = deps.floor;
  if (below(home, real) !== undefined || below(real, home) !== undefined) return false;
  if (workspace.onlyWithin?.some((folder) => below(folder, real) !== undefined) === false) return false;
  return ![...settings.rules, ...sessionRules.list()].some(
    (rule) => rule.action !== "allow" && concernsFiles(rule) && (rule.match?.effect ?? "read") === "read",
  );
}

const ASK_FIRST = "name the path in the call, so that a person can be asked.";

function judgeRules(
  access: FileAccess,
  path: ResolvedPath,
  { call, covering }: { readonly call: DecodedCall; readonly covering: readonly ResolvedEffect[] },
): FailedResult | undefined {
  const { settings, sessionRules, workspace, caller, surface } = call.conversation;
  const isBroken = (rule: PermissionRule, effect: ResolvedEffect): boolean =>
    restricts(rule, { tool: call.tool, effects: [effect], workspace, caller, surface });
  const used: ResolvedEffect = { effect: { kind: access, path: path.given }, path };
  for (const rule of [...settings.rules, ...sessionRules.list()]) {
    if (rule.action === "allow" || !concernsFiles(rule) || !isBroken(rule, used)) continue;
    const wasAsked = rule.action === "ask" && covering.some((known) => isBroken(rule, known));
    if (wasAsked) continue;
    const reason = rule.reason === undefined ? "" : `: ${rule.reason}`;
    return denied(
      `a rule closes ${path.display} (${describeRule(rule)}${reason})`,
      rule.action === "ask" ? ASK_FIRST : "use another path, or ask the person to change the rule.",
    );
  }
  return undefined;
}

function denied(message: string, hint?: string): FailedResult {
  return fail("policy_denied", message, hint === undefined ? {} : { hint });
}
