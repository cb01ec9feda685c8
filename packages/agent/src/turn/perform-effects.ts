import type { Conversation, ModelAnswer } from "@wield/core";
import { refuseCalls, runCalls, type CallsContext } from "../calls/run-calls.ts";
import { tellApprovals } from "../calls/tell-approvals.ts";
import { judge } from "../judging/judge.ts";
import { askStep, type CompactionMemory } from "./ask-step.ts";
import { assistantMessage, callsOf, ownMessage, personMessage, textOf } from "./messages.ts";
import type { Perform } from "./run-turn.ts";
import type { TurnContext } from "./turn-context.ts";
import { NO_USAGE, type TurnEvent, type TurnState } from "./turn-state.ts";
import { holdsWrittenCall } from "./written-call.ts";

const VERIFYING = {
  system: "You compare what a person asked with what an agent did and answered.",
  question: "Does the answer do all that was asked, and do the calls bear out what it says?",
};

/** Carries out what the rules of a turn ask for. */
export function performEffects(context: TurnContext): Perform {
  const { parts, record, store, emit, maker } = context;
  const { ids } = parts;
  /** What the newest request offered: its calls are judged by it. */
  let offered: Conversation | undefined;
  let sawOutside = false;
  const compaction: CompactionMemory = { hasGivenUp: false };

  const ask = async (state: TurnState): Promise<TurnEvent> => {
    offered = context.source.snapshot();
    const asked = await askStep(context, offered, compaction);
    switch (asked.kind) {
      case "cancelled": {
        const partial = assistantMessage([{ kind: "text", text: asked.text }], maker.model.facts.id, ids);
        if (partial !== undefined) await store({ kind: "message", message: partial });
        return { kind: "cancelled" };
      }
      case "context_full":
        return { kind: "failed", reason: "context_full", error: asked.error };
      case "failed":
        return { kind: "failed", reason: "model_error", error: describeFailure(asked.failure) };
      case "answer":
        return keepAnswer(asked.answer, state, offered);
    }
  };

  const keepAnswer = async (
    answer: ModelAnswer,
    state: TurnState,
    conversation: Conversation,
  ): Promise<TurnEvent> => {
    const message = assistantMessage(answer.parts, maker.model.facts.id, ids);
    if (message !== undefined) await store({ kind: "message", message });
    const usage = answer.usage ?? NO_USAGE;
    emit({ type: "usage", usage, steps: state.steps + 1 });
    const text = textOf(message);
    if (answer.finish === "length" && callsOf(message).length === 0) {
      emit({ type: "notice", level: "warn", text: "the answer was cut by the model's output limit" });
    }
    return {
      kind: "answered",
      text,
      calls: callsOf(message),
      usage,
      finish: answer.finish,
      hasWrittenCall: holdsWrittenCall(text, conversation.tools.active.keys()),
      facts: {
        openTodos: record.todos.filter(({ status }) => status !== "completed").length,
        isWaiting: (parts.notices ?? []).some((source) => source.isBusy(context.sessionId)),
      },
    };
  };

  const callsContext = (step: number): CallsContext => {
    const conversation = offered ?? context.source.snapshot();
    return {
      pipeline: parts.pipeline,
      conversation: {
        ...conversation,
        askers: tellApprovals(conversation.askers, emit),
        turn: { number: context.turn, step, sawOutside },
      },
      signal: context.signal,
      newMessageId: () => ids.next("msg_"),
      store: (message) => {
        sawOutside ||= message.origins.length > 0;
        // All that follows from a result is a question. The answer is stored, with all before it, before it counts.
        return store({ kind: "message", message }, { mayFollow: true });
      },
      emit,
    };
  };

  const collect = async (): Promise<TurnEvent> => {
    const lines = (parts.notices ?? []).flatMap((source) => source.take(context.sessionId));
    if (lines.length > 0) {
      await store({ kind: "message", message: ownMessage("notice", lines, ids) });
      for (const text of lines) emit({ type: "notice", level: "info", text });
    }
    const waiting = context.steering.takeAll();
    for (const { input } of waiting) {
      await store({ kind: "message", message: personMessage(input, ids) });
      emit({ type: "steered", text: input.text });
    }
    context.onDelivered(waiting);
    return { kind: "collected", hasPersonSpoken: waiting.length > 0 };
  };

  /** A comparison that fails counts as passed. */
  const verify = async (): Promise<TurnEvent> => {
    const messages = record.messages.slice(record.messages.findLastIndex(({ id }) => id === context.startId));
    const { signal, noteUsage } = context;
    const judged = await judge({ ...VERIFYING, messages }, { model: maker.model, signal, noteUsage });
    return judged.kind === "no" ? { kind: "verified", gap: judged.why } : { kind: "verified" };
  };

  return async (effect, state) => {
    switch (effect.kind) {
      case "ask":
        return ask(state);
      case "run": {
        const { calls, denied } = await runCalls(effect.calls, callsContext(state.steps));
        const helpers = context.takeCosts();
        return { kind: "batch_ended", calls, denied: denied + helpers.denied, usage: helpers.usage };
      }
      case "refuse":
        await refuseCalls(effect.calls, callsContext(state.steps), effect.why);
        return { kind: "batch_refused" };
      case "tell_model":
        await store({ kind: "message", message: ownMessage("guard", effect.lines, ids) });
        return undefined;
      case "tell_person":
        emit({ type: "notice", level: effect.level, text: effect.text });
        return undefined;
      case "collect":
        return collect();
      case "verify":
        return verify();
    }
  };
}

function describeFailure({ message, hint }: { readonly message: string; readonly hint?: string }): string {
  return hint === undefined ? message : `${message} (${hint})`;
}
