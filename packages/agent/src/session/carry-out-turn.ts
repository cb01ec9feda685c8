import { messageOf, NotSavedError, type UserMessage } from "@wield/core";
import { takeUpCalls } from "../calls/take-up-calls.ts";
import { performEffects } from "../turn/perform-effects.ts";
import { runTurn, type TurnOutcome } from "../turn/run-turn.ts";
import type { TurnContext } from "../turn/turn-context.ts";
import { NEW_TURN } from "../turn/turn-state.ts";
import { titleFrom } from "./title-from.ts";

/** Stores what begins the turn and runs it to its end. Never rejects: a fault of ours ends the turn as well. */
export async function carryOutTurn(
  message: UserMessage,
  context: TurnContext,
  tellSession: () => void,
): Promise<TurnOutcome> {
  const { parts, record, store, emit, turn, signal } = context;
  try {
    tellSession();
    await takeUpCalls(context);
    await store({ kind: "message", message }, { mayFollow: true });
    const isNamed = record.title !== "";
    const { surface } = context.source.snapshot();
    await store({ kind: "turn_started", turn, surface }, { mayFollow: !isNamed });
    const text = message.parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
    if (!isNamed) await store({ kind: "title", title: titleFrom(text) });
    emit({ type: "turn", turn, message_id: message.id, text });
    return await runTurn(parts.settings, performEffects(context), signal);
  } catch (error) {
    if (error instanceof NotSavedError)
      return { state: NEW_TURN, reason: "model_error", error: `${error.message}; the turn cannot go on` };
    const {
      sessionId,
      parts: { log },
    } = context;
    log("error", `turn ${turn} of ${sessionId}: ${error instanceof Error ? error.stack : String(error)}`);
    const why = messageOf(error);
    return { state: NEW_TURN, reason: "model_error", error: `a fault of Wield itself: ${why}` };
  }
}
