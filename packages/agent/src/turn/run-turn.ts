import type { StopReason } from "@wield/core";
import { reduceTurn } from "./reduce-turn.ts";
import { NEW_TURN, type TurnEffect, type TurnEvent, type TurnRules, type TurnState } from "./turn-state.ts";

export interface TurnOutcome {
  readonly state: TurnState;
  readonly reason: StopReason;
  readonly error?: string;
}

/** Carries an effect out; what came of it, when the loop has to know. */
export type Perform = (
  effect: Exclude<TurnEffect, { readonly kind: "end" }>,
  state: TurnState,
) => Promise<TurnEvent | undefined>;

/** The loop: rules say what to do, `perform` does it, until the turn ends. A stop counts before the next effect. */
export async function runTurn(rules: TurnRules, perform: Perform, signal: AbortSignal): Promise<TurnOutcome> {
  let { state, effects } = reduceTurn(NEW_TURN, { kind: "started" }, rules);
  for (;;) {
    const [next, ...rest] = effects;
    if (next === undefined) throw new TypeError("a turn has to end");
    if (next.kind === "end") {
      const { reason, error } = next;
      return { state, reason, ...(error === undefined ? {} : { error }) };
    }
    // Calls that were stored are answered whatever happens, so that the conversation can go on.
    const mustRun = next.kind === "run" || next.kind === "refuse";
    const event = signal.aborted && !mustRun ? ({ kind: "cancelled" } as const) : await perform(next, state);
    if (event === undefined) effects = rest;
    else ({ state, effects } = reduceTurn(state, event, rules));
    if (signal.aborted && event?.kind === "batch_ended") {
      return { state, reason: "cancelled" };
    }
  }
}
