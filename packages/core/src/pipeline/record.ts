import type { Json } from "../contract/json.ts";
import type { Effect } from "../effects/effect.ts";
import type { ApprovalAnswer } from "../ports/approvals.ts";
import type { GuardsAnswer } from "../policy/run-guards.ts";
import type { CallOutcome, CallRecord, PipelineObserver } from "./call.ts";
import { scrubbedInput, type CallState, type DecodedCall } from "./call-state.ts";
import type { PipelineDeps } from "./deps.ts";

const SUMMARY_CHARS = 200;

export function journalProposed(call: CallState, deps: PipelineDeps): void {
  const { conversation, request } = call;
  deps.journal.append({
    v: 1,
    type: "proposed",
    callId: call.id,
    at: call.proposedAt,
    rootId: call.rootId,
    ...(conversation.parent === undefined ? {} : { parentId: conversation.parent.callId }),
    caller: conversation.caller,
    surface: conversation.surface,
    sessionId: conversation.sessionId,
    workspace: conversation.workspace.root,
    ...(conversation.turn === undefined
      ? {}
      : { turn: conversation.turn.number, step: conversation.turn.step }),
    tool: request.tool.slice(0, 200),
    rawInput: scrubbedInput(call, request.input ?? null),
  });
}

export function journalDecided(call: DecodedCall, deps: PipelineDeps, answer: GuardsAnswer): void {
  deps.journal.append({
    v: 1,
    type: "decided",
    callId: call.id,
    at: deps.clock.now(),
    ...(call.isAsItCame ? {} : { input: scrubbedInput(call, call.input) }),
    effects: scrubbedEffects(call),
    answers: answer.answers,
    decision: answer.verdict?.decision ?? "run",
  });
}

export function journalAsked(
  call: DecodedCall,
  deps: PipelineDeps,
  asked: { readonly approvalId: string; readonly reason: string; readonly deadline: number },
): void {
  deps.journal.append({ v: 1, type: "asked", callId: call.id, at: deps.clock.now(), ...asked });
}

export function journalAnswer(
  call: DecodedCall,
  deps: PipelineDeps,
  approvalId: string,
  answer: ApprovalAnswer | "expired" | "cancelled",
): void {
  const settled =
    typeof answer === "string"
      ? { answer }
      : {
          answer: answer.choice,
          by: answer.by,
          surface: answer.surface,
          ...(answer.remark === undefined ? {} : { remark: call.scrubber.text(answer.remark) }),
        };
  deps.journal.append({
    v: 1,
    type: "answered",
    callId: call.id,
    at: deps.clock.now(),
    approvalId,
    ...settled,
  });
}

/** Effects as the journal may hold them: a command can carry a secret. */
export function scrubbedEffects(call: CallState): readonly Effect[] {
  return call.effects.map(({ effect }) =>
    effect.kind === "run" ? { ...effect, command: call.scrubber.text(effect.command) } : effect,
  );
}

/** Writes the outcome to the journal and tells the observers. Exactly once per call. */
export function recordOutcome(
  call: CallState,
  deps: PipelineDeps,
  ended: { readonly outcome: CallOutcome; readonly observers: Iterable<PipelineObserver> },
): CallOutcome {
  const { outcome } = ended;
  const sentence = outcome.status === "ok" ? outcome.text : outcome.message;
  deps.journal.append({
    v: 1,
    type: "outcome",
    callId: call.id,
    at: deps.clock.now(),
    status: outcome.status,
    ...(outcome.status === "ok" ? {} : { code: outcome.code }),
    stage: outcome.call.stage,
    durationMs: outcome.call.durationMs,
    summary: sentence.slice(0, SUMMARY_CHARS).toWellFormed(),
    changed: outcome.call.changed,
    ...(outcome.outputRef === undefined ? {} : { outputRef: outcome.outputRef }),
    ...(outcome.origins.length === 0 ? {} : { origins: outcome.origins }),
  });
  const frozen = Object.freeze({ ...outcome });
  for (const observer of ended.observers) {
    try {
      observer.callEnded?.(frozen);
    } catch (error) {
      deps.log("error", `an observer failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return outcome;
}

export function callRecord(call: CallState, deps: PipelineDeps): CallRecord {
  const { conversation } = call;
  return {
    id: call.id,
    rootId: call.rootId,
    ...(conversation.parent === undefined ? {} : { parentId: conversation.parent.callId }),
    caller: conversation.caller,
    surface: conversation.surface,
    sessionId: conversation.sessionId,
    ...(conversation.turn === undefined
      ? {}
      : { turn: conversation.turn.number, step: conversation.turn.step }),
    tool: call.tool?.name ?? call.request.tool,
    ...(call.input === undefined ? {} : { input: scrubbedInput(call, call.input as Json) }),
    effects: scrubbedEffects(call),
    stage: call.stage,
    startedAt: call.proposedAt,
    durationMs: Math.round((deps.clock.monotonic() - call.startedAt) * 1000) / 1000,
    changed: [...call.changed],
  };
}
