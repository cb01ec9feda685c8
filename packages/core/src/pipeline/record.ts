import { copyJson, deepFreeze, type Json } from "../contract/json.ts";
import type { Effect } from "../effects/effect.ts";
import type { ApprovalAnswer } from "../ports/approvals.ts";
import { recordFolder } from "../ports/paths.ts";
import type { GuardsAnswer } from "../policy/run-guards.ts";
import { unfencedStart } from "../text/fence.ts";
import type { Scrubber } from "../text/scrub.ts";
import type { CallOutcome, CallRecord, PipelineObserver } from "./call.ts";
import { scrubbedInput, type CallState, type DecodedCall } from "./call-state.ts";
import type { PipelineDeps } from "./deps.ts";
import { putInJournal } from "./held-entries.ts";
import { messageOf } from "../text/message-of.ts";

const SUMMARY_CHARS = 200;
const MOST_NAME_CHARS = 200;

export function journalProposed(call: CallState, deps: PipelineDeps): void {
  const { conversation, request } = call;
  putInJournal(call, deps, {
    v: 1,
    type: "proposed",
    callId: call.id,
    at: call.proposedAt,
    rootId: call.rootId,
    ...(conversation.parent === undefined ? {} : { parentId: conversation.parent.callId }),
    caller: conversation.caller,
    surface: conversation.surface,
    sessionId: conversation.sessionId,
    workspace: recordFolder(conversation.workspace),
    ...(conversation.turn === undefined
      ? {}
      : { turn: conversation.turn.number, step: conversation.turn.step }),
    tool: shownName(request.tool),
    rawInput: inputAsItCame(call),
  });
}

/** Scrubbed. Text with escapes is kept as the value it stands for: a secret could hide behind them. */
function inputAsItCame(call: CallState): Json {
  const given = call.request.input ?? null;
  const isPlainText = typeof given === "string" && !given.includes("\\");
  if (isPlainText) return call.scrubber.text(given);
  let value: Json | undefined;
  try {
    value = copyJson(typeof given === "string" ? JSON.parse(given) : given);
  } catch {
    // Broken text is kept as text; what is no value at all is not kept.
  }
  if (value !== undefined) return scrubbedInput(call, value);
  return typeof given === "string" ? call.scrubber.text(given) : null;
}

/** A name that came with a call can be of any length. */
function shownName(name: string): string {
  return name.slice(0, MOST_NAME_CHARS).toWellFormed();
}

export function journalDecided(call: DecodedCall, deps: PipelineDeps, answer: GuardsAnswer): void {
  const answers = answer.answers.map((one) =>
    one.reason === undefined ? one : { ...one, reason: call.scrubber.text(one.reason) },
  );
  putInJournal(call, deps, {
    v: 1,
    type: "decided",
    callId: call.id,
    at: deps.clock.now(),
    ...(call.isAsItCame ? {} : { input: scrubbedInput(call, call.input) }),
    effects: scrubbedEffects(call),
    answers,
    decision: answer.verdict?.decision ?? "run",
  });
}

export function journalAsked(
  call: DecodedCall,
  deps: PipelineDeps,
  asked: { readonly approvalId: string; readonly reason: string; readonly deadline: number },
): void {
  const reason = call.scrubber.text(asked.reason);
  putInJournal(call, deps, { v: 1, type: "asked", callId: call.id, at: deps.clock.now(), ...asked, reason });
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
  putInJournal(call, deps, {
    v: 1,
    type: "answered",
    callId: call.id,
    at: deps.clock.now(),
    approvalId,
    ...settled,
  });
}

const scrubbed = new WeakMap<CallState["effects"], { scrubber: Scrubber; effects: readonly Effect[] }>();

/** Effects as they may be kept and shown: a command, an address or a label can carry a secret. */
export function scrubbedEffects(call: CallState): readonly Effect[] {
  if (call.effects.length === 0) return [];
  const known = scrubbed.get(call.effects);
  if (known?.scrubber === call.scrubber) return known.effects;
  const effects = scrubEffects(call);
  scrubbed.set(call.effects, { scrubber: call.scrubber, effects });
  return effects;
}

function scrubEffects({ effects, scrubber }: CallState): readonly Effect[] {
  return effects.map(({ effect }) => {
    const shown: Record<string, unknown> = { ...effect };
    for (const name in shown) {
      const field = shown[name];
      if (name !== "kind" && typeof field === "string") shown[name] = scrubber.text(field);
    }
    return Object.freeze(shown) as Effect;
  });
}

/** Writes the outcome to the journal and tells the observers. Exactly once per call. */
export function recordOutcome(
  call: CallState,
  deps: PipelineDeps,
  ended: { readonly outcome: CallOutcome; readonly observers: Iterable<PipelineObserver> },
): CallOutcome {
  const { outcome } = ended;
  const sentence = outcome.status === "ok" ? outcome.text : outcome.message;
  putInJournal(call, deps, {
    v: 1,
    type: "outcome",
    callId: call.id,
    at: deps.clock.now(),
    status: outcome.status,
    ...(outcome.status === "ok" ? {} : { code: outcome.code }),
    stage: outcome.call.stage,
    durationMs: outcome.call.durationMs,
    summary: unfencedStart(sentence, SUMMARY_CHARS).toWellFormed(),
    changed: outcome.call.changed,
    ...(outcome.outputRef === undefined ? {} : { outputRef: outcome.outputRef }),
    ...(outcome.origins.length === 0 ? {} : { origins: outcome.origins }),
  });
  const frozen = freezeOutcome(outcome);
  const { onEnded } = call.request;
  if (onEnded !== undefined) void tell({ callEnded: onEnded }, frozen, deps);
  for (const observer of ended.observers) void tell(observer, frozen, deps);
  return frozen;
}

/** Tells the caller what its call is, now that it is decoded and judged. */
export function tellPlanned(call: CallState, deps: PipelineDeps): void {
  try {
    call.request.onPlanned?.(callRecord(call, deps));
  } catch (error) {
    deps.log("error", `an observer failed: ${messageOf(error)}`);
  }
}

/** Observers may be asynchronous; what they throw or reject with is a line in the log. */
async function tell(observer: PipelineObserver, outcome: CallOutcome, deps: PipelineDeps): Promise<void> {
  try {
    await observer.callEnded?.(outcome);
  } catch (error) {
    deps.log("error", `an observer failed: ${messageOf(error)}`);
  }
}

/** What observers see is what the caller gets, so none of it can be changed. */
function freezeOutcome(outcome: CallOutcome): CallOutcome {
  const { call, notes, origins, data } = outcome;
  for (const part of [call, call.effects, call.changed, notes, origins]) Object.freeze(part);
  if (call.input !== undefined) deepFreeze(call.input);
  if (data !== undefined) deepFreeze(data);
  if (outcome.status === "ok") Object.freeze(outcome.blocks);
  return Object.freeze(outcome);
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
    tool: call.tool?.name ?? shownName(call.request.tool),
    ...(call.input === undefined ? {} : { input: scrubbedInput(call, call.input as Json) }),
    effects: scrubbedEffects(call),
    stage: call.stage,
    startedAt: call.proposedAt,
    durationMs: Math.round((deps.clock.monotonic() - call.startedAt) * 1000) / 1000,
    changed: [...call.changed],
  };
}
