import type { CallPart, Message } from "@wield/core";
import type { TurnContext } from "../turn/turn-context.ts";
import { runCalls } from "./run-calls.ts";
import { tellApprovals } from "./tell-approvals.ts";

/**
 * Goes on with calls that waited for an answer when an earlier process of this conversation ended: those people were
 * asked about run, or are refused, as they have answered since. What had begun to run is never taken up.
 */
export async function takeUpCalls(context: TurnContext): Promise<void> {
  const { parts, record, sessionId, emit, store } = context;
  const { approvals } = parts;
  if (approvals === undefined) return;
  const waiting: CallPart[] = [];
  for (const call of unanswered(record.messages)) {
    if ((await approvals.ofCall(sessionId, call.callId)) !== undefined) waiting.push(call);
  }
  if (waiting.length === 0) return;
  const conversation = context.source.snapshot();
  await runCalls(waiting, {
    pipeline: parts.pipeline,
    conversation: {
      ...conversation,
      askers: tellApprovals(conversation.askers, emit),
      turn: { number: context.turn, step: 0, sawOutside: hasOutsideText(record.messages) },
    },
    isTakenUp: true,
    signal: context.signal,
    newMessageId: () => parts.ids.next("msg_"),
    store: (message) => store({ kind: "message", message }),
    emit,
  });
}

/** Calls of the last answer that have no result, when nothing but results came after it. */
function unanswered(messages: readonly Message[]): readonly CallPart[] {
  const answered = new Set<string>();
  for (const message of messages.toReversed()) {
    if (message.role === "user") return [];
    if (message.role === "assistant") {
      return message.parts.flatMap((part) =>
        part.kind === "call" && !answered.has(part.callId) ? [part] : [],
      );
    }
    answered.add(message.callId);
  }
  return [];
}

/** Of the turn that ended early: what it read from outside counts for its calls. */
function hasOutsideText(messages: readonly Message[]): boolean {
  const begun = messages.findLastIndex((message) => message.role === "user" && message.origin === "person");
  return messages.slice(begun + 1).some((message) => message.role === "result" && message.origins.length > 0);
}
