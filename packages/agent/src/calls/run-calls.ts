import {
  renderOutcome,
  type CallOutcome,
  type CallPart,
  type CallRecord,
  type CallRequest,
  type Conversation,
  type Guard,
  type Pipeline,
  type ResultMessage,
} from "@wield/core";
import type { AgentEventBody } from "../events/agent-event.ts";
import { fingerprintOf, isPoll, resultDigest, type SeenCall } from "../guards/call-digest.ts";

export interface CallsContext {
  readonly pipeline: Pick<Pipeline, "batch">;
  readonly conversation: Conversation;
  /** The calls waited for an answer in a process that has ended. */
  readonly isTakenUp?: boolean;
  readonly signal: AbortSignal;
  readonly newMessageId: () => string;
  /** Resolves when the result is stored. */
  readonly store: (message: ResultMessage) => Promise<void>;
  readonly emit: (body: AgentEventBody) => void;
}

export interface EndedCalls {
  readonly calls: readonly SeenCall[];
  /** Denied because nobody could be asked. */
  readonly denied: number;
}

/** Runs the calls of one answer as a batch; each result is stored and told as it comes. */
export async function runCalls(calls: readonly CallPart[], context: CallsContext): Promise<EndedCalls> {
  const stored: Promise<void>[] = [];
  const outcomes = await context.pipeline.batch(
    calls.map((call) =>
      requestOf(call, context, (outcome) => {
        stored.push(context.store(resultMessage(call, outcome, context.newMessageId())));
      }),
    ),
    context.conversation,
  );
  await Promise.all(stored);
  return {
    calls: calls.map((call, index) => seen(call, outcomes[index])),
    denied: outcomes.filter((outcome) => outcome.status !== "ok" && outcome.code === "approval_unavailable")
      .length,
  };
}

/** Answers every call without running any. They take the path of a call, so that they stand in the journal. */
export async function refuseCalls(
  calls: readonly CallPart[],
  context: CallsContext,
  why: string,
): Promise<void> {
  const guard: Guard = { name: "guardrails", check: () => ({ decision: "deny", reason: why }) };
  const conversation = { ...context.conversation, guards: [guard, ...(context.conversation.guards ?? [])] };
  const stored: Promise<void>[] = [];
  await context.pipeline.batch(
    calls.map((call) =>
      requestOf(call, context, (outcome) => {
        const result = resultMessage(call, outcome, context.newMessageId());
        // Whatever else is wrong with the call: this is why it was not run.
        stored.push(context.store({ ...result, status: "denied", code: "policy_denied", text: why }));
      }),
    ),
    conversation,
  );
  await Promise.all(stored);
}

function requestOf(call: CallPart, context: CallsContext, keep: (outcome: CallOutcome) => void): CallRequest {
  const { emit } = context;
  let isTold = false;
  const tellCall = (record: CallRecord): void => {
    if (isTold) return;
    isTold = true;
    emit({
      type: "tool_call",
      call_id: record.id,
      tool: record.tool,
      input: record.input ?? null,
      effects: record.effects,
      ...(record.parentId === undefined ? {} : { parent_id: record.parentId }),
    });
  };
  return {
    tool: call.tool,
    input: call.rawInput,
    id: call.callId,
    ...(context.isTakenUp === undefined ? {} : { isTakenUp: context.isTakenUp }),
    ...(call.wasCutOff === undefined ? {} : { wasCutOff: call.wasCutOff }),
    signal: context.signal,
    onProgress: ({ callId, message, fraction }) =>
      emit({
        type: "tool_progress",
        call_id: callId,
        message,
        ...(fraction === undefined ? {} : { fraction }),
      }),
    onPlanned: tellCall,
    onEnded: (outcome) => {
      tellCall(outcome.call);
      keep(outcome);
      emit(resultEvent(outcome));
    },
  };
}

function resultEvent(outcome: CallOutcome): AgentEventBody {
  return {
    type: "tool_result",
    call_id: outcome.call.id,
    tool: outcome.call.tool,
    status: outcome.status,
    ...(outcome.status === "ok" ? {} : { code: outcome.code }),
    text: outcome.status === "ok" ? outcome.text : renderOutcome({ ...outcome, notes: [] }),
    notes: outcome.notes,
    ...(outcome.data === undefined ? {} : { data: outcome.data }),
    duration_ms: outcome.call.durationMs,
    ...(outcome.outputRef === undefined ? {} : { output_ref: outcome.outputRef }),
  };
}

/** Under the name that was asked for: providers want it back as it was. */
function resultMessage(call: CallPart, outcome: CallOutcome, id: string): ResultMessage {
  return {
    role: "result",
    id,
    callId: call.callId,
    tool: call.tool,
    status: outcome.status,
    ...(outcome.status === "ok" ? {} : { code: outcome.code }),
    text: renderOutcome(outcome),
    ...(outcome.status === "ok" && outcome.blocks.length > 0 ? { images: outcome.blocks } : {}),
    ...(outcome.outputRef === undefined ? {} : { outputRef: outcome.outputRef }),
    origins: outcome.origins,
  };
}

function seen(call: CallPart, outcome: CallOutcome | undefined): SeenCall {
  const status = outcome?.status ?? "failed";
  const text = outcome === undefined ? "" : renderOutcome(outcome);
  return {
    tool: call.tool,
    fingerprint: fingerprintOf(call),
    result: resultDigest({ status, text }),
    status,
    isPoll: isPoll(call),
  };
}
