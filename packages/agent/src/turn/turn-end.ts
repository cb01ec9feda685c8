import type { TurnEnd } from "../agent-session.ts";
import type { TurnOutcome } from "./run-turn.ts";
import { NEW_TURN } from "./turn-state.ts";

/** How a turn ended, as whoever waits for it is told. */
export function turnEnd({ state, reason, error }: TurnOutcome): TurnEnd {
  const { answer, usage, steps, calls, denied } = state;
  return { reason, answer, usage, steps, calls, denied, ...(error === undefined ? {} : { error }) };
}

/** Of a turn that did not begin any more. */
export const NEVER_BEGUN: TurnEnd = turnEnd({ state: NEW_TURN, reason: "cancelled" });
