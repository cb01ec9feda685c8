import { resolveCommands } from "../effects/resolve-commands.ts";
import { checkEffect } from "../effects/check-effect.ts";
import { changesSomething, type Effect } from "../effects/effect.ts";
import { resolveEffects } from "../effects/resolve-effects.ts";
import { bodyOf } from "../contract/tool-body.ts";
import type { ToolView } from "../contract/tool-definition.ts";
import type { Guard, GuardedCall, ResolvedEffect } from "../policy/guard.ts";
import { floorGuard, pathGuard, provenanceGuard, rulesAndModeGuard } from "../policy/guards.ts";
import { offeredRule } from "../policy/offered-rule.ts";
import type { PermissionRule } from "../policy/permission-rule.ts";
import { runGuards, type GuardsAnswer } from "../policy/run-guards.ts";
import type { Workspace } from "../ports/paths.ts";
import type { StageFailure } from "./call.ts";
import { stop, type DecodedCall } from "./call-state.ts";
import type { PipelineDeps } from "./deps.ts";
import { messageOf } from "../text/message-of.ts";

/** Finds out what the call touches, with real paths. A path that cannot be one, or a throwing `effects`, ends it. */
export async function findEffects(
  call: DecodedCall,
  deps: PipelineDeps,
  view: () => ToolView,
): Promise<readonly ResolvedEffect[] | StageFailure> {
  let declared: readonly Effect[];
  try {
    declared = declaredEffects(call, view).map((effect) => whereItRuns(effect, deps));
  } catch (error) {
    const why = messageOf(error);
    return stop("guard", "failed", {
      code: "execution_error",
      message: `what ${call.tool.name} would touch could not be found out: ${why}`,
      hint: "this is a fault of the tool; do not repeat the call.",
    });
  }
  const resolved = await resolveEffects(declared, call.conversation.workspace, deps.files);
  if ("status" in resolved) return { stage: "guard", status: "failed", result: resolved };
  call.commandFolder = folderNow(call, deps);
  return withCommands(resolved, call, deps);
}

/** Commands are taken apart for guards and rules; a call without one waits for nothing here and loads nothing. */
export function withCommands(
  effects: readonly ResolvedEffect[],
  call: DecodedCall,
  deps: PipelineDeps,
): readonly ResolvedEffect[] | Promise<readonly ResolvedEffect[]> {
  if (!effects.some(({ effect }) => effect.kind === "run")) return effects;
  const place = {
    workspace: call.conversation.workspace,
    folder: folderNow(call, deps),
    ...(deps.backend?.name === undefined ? {} : { backend: deps.backend.name }),
    ...(deps.commandPath === undefined ? {} : { localPath: deps.commandPath }),
  };
  return resolveCommands(effects, place, deps);
}

/** Where a command of this session would run now. */
export function folderNow({ conversation }: DecodedCall, deps: PipelineDeps): string {
  return deps.commandFolder?.(conversation.sessionId) ?? conversation.workspace.root;
}

/** A command that names no place runs where the workspace is. */
function whereItRuns(effect: Effect, { backend }: PipelineDeps): Effect {
  if (effect.kind !== "run" || effect.backend !== undefined || backend?.name === undefined) return effect;
  return { ...effect, backend: backend.name };
}

function declaredEffects(call: DecodedCall, view: () => ToolView): readonly Effect[] {
  const body = bodyOf(call.tool);
  if (body.effects !== undefined) {
    const effects: unknown = body.effects(call.input, view());
    if (!Array.isArray(effects)) throw new TypeError("effects() did not return a list");
    return (effects as readonly unknown[]).map(checkEffect);
  }
  return call.tool.mutates === false ? [] : [checkEffect({ kind: "opaque", label: call.tool.name })];
}

/** All guards of a call, in their fixed order: the built-in ones, then those that were registered. */
function guardsFor(call: DecodedCall, deps: PipelineDeps, registered: readonly Guard[]): readonly Guard[] {
  const { settings, sessionRules, guards = [] } = call.conversation;
  const rules = [...settings.rules, ...sessionRules.list()];
  return [
    floorGuard(deps.floor),
    pathGuard(rules),
    rulesAndModeGuard(rules, settings.approvalMode, settings.blockedCommands),
    provenanceGuard,
    ...guards,
    ...registered,
  ];
}

function guardedCall(call: DecodedCall): GuardedCall {
  const { conversation } = call;
  return Object.freeze({
    tool: call.tool,
    input: call.input,
    effects: call.effects,
    mutates: call.effects.some(({ effect }) => changesSomething(effect)),
    caller: conversation.caller,
    surface: conversation.surface,
    sessionId: conversation.sessionId,
    workspace: frozenWorkspace(conversation.workspace),
    sawOutside: conversation.turn?.sawOutside ?? false,
  });
}

function frozenWorkspace(workspace: Workspace): Workspace {
  const { readRoots, writeRoots, onlyWithin, elsewhere } = workspace;
  return Object.freeze({
    ...workspace,
    readRoots: Object.freeze([...readRoots]),
    writeRoots: Object.freeze([...writeRoots]),
    ...(onlyWithin === undefined ? {} : { onlyWithin: Object.freeze([...onlyWithin]) }),
    ...(elsewhere === undefined ? {} : { elsewhere: Object.freeze({ ...elsewhere }) }),
  });
}

/** Asks all guards of a call. */
export async function askGuards(
  call: DecodedCall,
  deps: PipelineDeps,
  registered: readonly Guard[],
): Promise<GuardsAnswer> {
  return runGuards(guardsFor(call, deps, registered), guardedCall(call), deps.clock);
}

/** The rule that may be offered to whoever is asked about a call. */
export function ruleToOffer(
  call: DecodedCall,
  { answers }: GuardsAnswer,
): Promise<PermissionRule | undefined> {
  const { settings, sessionRules } = call.conversation;
  const rules = [...settings.rules, ...sessionRules.list()];
  return offeredRule(guardedCall(call), answers, { rules, mode: settings.approvalMode });
}

/** A dangerous command that nobody is asked about runs with a notice to the person. */
export function tellDangers(call: DecodedCall, deps: PipelineDeps): void {
  for (const { command } of call.effects) {
    if (command === undefined || command.parsed.dangers.length === 0) continue;
    const line = call.scrubber.text(command.parsed.line);
    deps.log(
      "warn",
      `a dangerous command runs (${command.parsed.dangers.join("; ")}): ${line.slice(0, 200)}`,
    );
  }
}

/** The end of a call that a guard denies; nothing when it may go on. */
export function denial(answer: GuardsAnswer): StageFailure | undefined {
  const { verdict } = answer;
  if (verdict?.decision !== "deny") return undefined;
  return stop("guard", "denied", {
    code: verdict.isError ? "guard_error" : "policy_denied",
    message: verdict.reason,
    ...(verdict.hint === undefined ? {} : { hint: verdict.hint }),
  });
}
