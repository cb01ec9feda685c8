import { changesSomething, isOwnState, isPathEffect } from "../effects/effect.ts";
import { describeEffect } from "../effects/describe-effect.ts";
import type { FloorPlaces } from "../ports/floor.ts";
import type { ApprovalMode } from "../settings/tool-settings.ts";
import { listNames, quote } from "../text/quote.ts";
import { commandFloor } from "./command-floor.ts";
import { definiteRestriction } from "./command-rules.ts";
import { floorVerdict } from "./floor.ts";
import type {
  Guard,
  GuardedCall,
  GuardVerdict,
  NamedEffect,
  ResolvedCommand,
  ResolvedEffect,
} from "./guard.ts";
import { patternFloor } from "./pattern-floor.ts";
import { outsideWorkspace } from "./outside-workspace.ts";
import type { PermissionRule } from "./permission-rule.ts";
import { allows, restriction } from "./rule-matches.ts";

/** Protects the home folder, the policy files and places that become code. */
export function floorGuard(floor: FloorPlaces): Guard {
  return {
    name: "floor",
    check: (call) =>
      strictest([
        ...[...pathEffects(call), ...namedPaths(call)].map(({ effect, path }) =>
          floorVerdict(changesSomething(effect) ? "change" : "read", path, {
            floor,
            workspace: call.workspace,
          }),
        ),
        ...commandsOf(call)
          .flatMap(({ named }) => named)
          .map((named) => patternFloor(named, { floor, workspace: call.workspace })),
        ...commandsOf(call).map((command) => commandFloor(command, { floor, workspace: call.workspace })),
      ]),
  };
}

/** Paths outside every folder of the session, and rules with a path. */
export function pathGuard(rules: readonly PermissionRule[]): Guard {
  const withPath = rules.filter((rule) => rule.match?.path !== undefined);
  return {
    name: "path rules",
    check: (call) => {
      const refusals = pathEffects(call).map(({ effect, path }) => {
        const access = isPathEffect(effect) ? effect.kind : "read";
        const outside = outsideWorkspace(path, call.workspace, access);
        return outside === undefined
          ? undefined
          : ({
              decision: "deny",
              reason: outside.message,
              ...(outside.hint === undefined ? {} : { hint: outside.hint }),
            } as const);
      });
      return strictest([...refusals, ...withPath.map((rule) => ruleVerdict(rule, call))]);
    },
  };
}

export const RULES_GUARD = "permission rules";

/** The remaining rules and the approval mode. An allow rule lifts the question of mode `prompt`, nothing else. */
export function rulesAndModeGuard(
  rules: readonly PermissionRule[],
  mode: ApprovalMode,
  blocked: readonly string[] = [],
): Guard {
  const withoutPath = rules.filter((rule) => rule.match?.path === undefined);
  return {
    name: RULES_GUARD,
    check: (call) =>
      strictest([
        ...commandsOf(call).map((command) => blockedVerdict(blocked, command)),
        ...withoutPath.map((rule) => ruleVerdict(rule, call)),
        modeVerdict(rules, mode, call),
      ]),
  };
}

/** What steers later conversations is asked for in a turn that read text from outside. */
export const provenanceGuard: Guard = {
  name: "provenance",
  check: (call) => {
    const steers = call.effects.some(
      ({ effect }) => (effect.kind === "memory" || effect.kind === "skill") && effect.changes,
    );
    if (!steers || !call.sawOutside) return undefined;
    return {
      decision: "ask",
      reason: "this turn read text from outside, and what is saved steers later conversations",
    };
  },
};

function modeVerdict(
  rules: readonly PermissionRule[],
  mode: ApprovalMode,
  call: GuardedCall,
): GuardVerdict | undefined {
  const changes = call.effects.filter(({ effect }) => changesSomething(effect) && !isOwnState(effect));
  const [change] = changes;
  if (mode === "auto" || change === undefined) return undefined;
  const areFiles = changes.every(({ path }) => path !== undefined);
  const targets = changes.map(({ effect, path }) => (areFiles && path?.display) || describeEffect(effect));
  const what = listNames([...new Set(targets)]);
  if (mode === "deny") {
    return {
      decision: "deny",
      reason: `approval_mode is "deny": ${call.tool.name} would ${areFiles ? "change " : ""}${what}`,
      hint: "go on without changing anything, and say what you would have changed.",
    };
  }
  return allows(rules, call)
    ? undefined
    : {
        decision: "ask",
        reason: `approval_mode is "prompt": ${call.tool.name} ${areFiles ? "changes" : "is to"} ${what}`,
      };
}

function ruleVerdict(rule: PermissionRule, call: GuardedCall): GuardVerdict | undefined {
  if (rule.action === "allow") return undefined;
  const found = restriction(rule, call);
  if (found === undefined) return undefined;
  const said = rule.reason === undefined ? describeRule(rule) : `${describeRule(rule)}: ${rule.reason}`;
  const about = found.part === undefined ? "" : `; it is about ${quote(found.part)}`;
  const because = `${said}${about}${found.why === undefined ? "" : ` (${found.why})`}`;
  return rule.action === "deny" && found.strength === "yes"
    ? {
        decision: "deny",
        reason: `a rule forbids this call (${because})`,
        hint: "use another way, or ask the person to change the rule.",
      }
    : { decision: "ask", reason: `a rule asks for this call (${because})` };
}

/** The rule in one line, as it would stand in the configuration. */
export function describeRule(rule: PermissionRule): string {
  const parts = [
    ...(rule.tool === undefined ? [] : [`tool: ${rule.tool}`]),
    ...Object.entries(rule.match ?? {}).map(([key, value]) => `${key}: ${String(value)}`),
  ];
  return `${rule.action} ${parts.length === 0 ? "everything" : parts.join(", ")}`;
}

/** Blocked commands are denied where the line says so; what cannot be known is the modes' and the rules' business. */
function blockedVerdict(blocked: readonly string[], command: ResolvedCommand): GuardVerdict | undefined {
  for (const text of blocked) {
    const found = definiteRestriction(text, command);
    if (found?.strength !== "yes") continue;
    return {
      decision: "deny",
      reason: `${quote(found.part)} is blocked in every mode (terminal.blocked: ${text})`,
      hint: "use another way, or ask the person to do it.",
    };
  }
  return undefined;
}

function strictest(verdicts: readonly (GuardVerdict | undefined)[]): GuardVerdict | undefined {
  return (
    verdicts.find((verdict) => verdict?.decision === "deny") ??
    verdicts.find((verdict) => verdict !== undefined)
  );
}

type PathResolved = ResolvedEffect & { readonly path: NonNullable<ResolvedEffect["path"]> };

/** Paths that the commands of a call name. */
function namedPaths(call: GuardedCall): readonly PathResolved[] {
  return commandsOf(call).flatMap(({ named }) =>
    named.filter(
      (one): one is NamedEffect & PathResolved => one.path !== undefined && one.pattern === undefined,
    ),
  );
}

function commandsOf(call: GuardedCall): readonly ResolvedCommand[] {
  return call.effects.flatMap(({ command }) => (command === undefined ? [] : [command]));
}

function pathEffects(call: GuardedCall): readonly PathResolved[] {
  return call.effects.filter((effect): effect is PathResolved => effect.path !== undefined);
}
