import type { GuardAnswer } from "../ports/journal.ts";
import type { ApprovalMode } from "../settings/tool-settings.ts";
import type { GuardedCall } from "./guard.ts";
import { pathGuard, RULES_GUARD, rulesAndModeGuard } from "./guards.ts";
import { narrowestRule } from "./narrowest-rule.ts";
import type { PermissionRule } from "./permission-rule.ts";

export interface RulesInForce {
  readonly rules: readonly PermissionRule[];
  readonly mode: ApprovalMode;
}

/**
 * The rule that `session` and `always` would add; nothing where it would not lift this very question: an allow rule
 * lifts that of the mode alone, so one that the floor, another rule or a registered guard asks comes back each time.
 */
export async function offeredRule(
  call: GuardedCall,
  answers: readonly GuardAnswer[],
  { rules, mode }: RulesInForce,
): Promise<PermissionRule | undefined> {
  if (answers.some(({ guard, answer }) => answer === "ask" && guard !== RULES_GUARD)) return undefined;
  const rule = narrowestRule(call.tool.name, call.effects);
  if (rule === undefined) return undefined;
  const then = [...rules, rule];
  const left = await Promise.all([pathGuard(then).check(call), rulesAndModeGuard(then, mode).check(call)]);
  return left.every((verdict) => verdict === undefined) ? rule : undefined;
}
