import type { CallPart, StopReason } from "@wield/core";
import { limitReached, spend } from "../guards/call-budget.ts";
import { fingerprintOf, isPoll } from "../guards/call-digest.ts";
import { noteFailures } from "../guards/error-streaks.ts";
import { foreseeStop, noteCalls, NO_REPETITION } from "../guards/repetition.ts";
import { addUsage, tokensOf } from "./add-usage.ts";
import type { Reduced, TurnEffect, TurnEvent, TurnRules, TurnState } from "./turn-state.ts";

const MOST_EMPTY_ANSWERS = 3;
const MOST_TODO_NUDGES = 8;
const ANNOUNCED_STEPS = 3;
const MOST_GAPS = 2;

type Answered = Extract<TurnEvent, { readonly kind: "answered" }>;
type BatchEnded = Extract<TurnEvent, { readonly kind: "batch_ended" }>;

const SUM_UP = "No more tools in this turn. Sum up what was done and what is left, without calling tools.";
const EMPTY = "Your answer was empty. Go on, or answer.";
const WRITTEN_CALL =
  "A call was written as text and was not made. Use the tool interface to call tools; text is only shown to the person.";

/** The rules of a turn: what happened, and what is to be done about it. Pure. */
export function reduceTurn(state: TurnState, event: TurnEvent, rules: TurnRules): Reduced {
  switch (event.kind) {
    case "started":
      return goOn(state, []);
    case "answered":
      return afterAnswer(noteAnswer(state, event), event, rules);
    case "failed":
      return end(state, event.reason, event.error);
    case "batch_ended":
      return afterBatch(state, event, rules);
    case "batch_refused":
      return state.ending === undefined ? goOn(state, [SUM_UP]) : endAsPlanned(state);
    case "collected":
      return ask(event.hasPersonSpoken ? { ...state, repetition: NO_REPETITION } : state, rules);
    case "verified":
      return event.gap === undefined
        ? end(state, "done")
        : goOn({ ...state, gaps: state.gaps + 1 }, [`Your answer leaves a gap: ${event.gap}`]);
    case "cancelled":
      return end(state, "cancelled");
  }
}

function noteAnswer(state: TurnState, { text, calls, usage }: Answered): TurnState {
  const isEmpty = text.trim() === "" && calls.length === 0;
  return {
    ...state,
    steps: state.steps + 1,
    usage: addUsage(state.usage, usage),
    answer: text.trim() === "" ? state.answer : text,
    emptyAnswers: isEmpty ? state.emptyAnswers + 1 : 0,
  };
}

function afterAnswer(state: TurnState, event: Answered, rules: TurnRules): Reduced {
  const { calls, text, finish } = event;
  const { maxTurnTokens } = rules;
  if (finish === "refusal") {
    const error = text.trim() === "" ? "the model refused to answer" : `the model refused: ${text.trim()}`;
    return refuseThenEnd(state, calls, { reason: "model_error", error });
  }
  const spent = tokensOf(state.usage);
  if (maxTurnTokens !== undefined && spent > maxTurnTokens && calls.length > 0) {
    const error = `${spent} tokens were used, more than agent.max_turn_tokens (${maxTurnTokens})`;
    return refuseThenEnd(state, calls, { reason: "spend_limit", error });
  }
  if (calls.length > 0) return beforeBatch(state, event, rules);
  if (state.budget.refused > 0) return end(state, "tool_limit");
  if (text.trim() === "") {
    return state.emptyAnswers >= MOST_EMPTY_ANSWERS
      ? end(state, "no_progress", `${state.emptyAnswers} answers in a row had neither text nor calls`)
      : goOn(state, [EMPTY]);
  }
  // An answer given with the last request is an answer.
  if (state.steps >= rules.maxSteps) return end(state, "done");
  if (event.hasWrittenCall && !state.wasToldToUseTools) {
    return goOn({ ...state, wasToldToUseTools: true }, [WRITTEN_CALL]);
  }
  const isVerified = !rules.verifies || state.gaps >= MOST_GAPS;
  return (
    nudgeForTodos(state, event) ??
    (isVerified ? end(state, "done") : { state, effects: [{ kind: "verify" }] })
  );
}

/** The line comes only while the number of open items falls and nothing in the background will change it. */
function nudgeForTodos(state: TurnState, { facts }: Answered): Reduced | undefined {
  const { openTodos, isWaiting } = facts;
  const { count, open } = state.todoNudges;
  if (openTodos === 0 || isWaiting || count >= MOST_TODO_NUDGES || openTodos >= open) return undefined;
  const nudged = { ...state, todoNudges: { count: count + 1, open: openTodos } };
  return goOn(nudged, [
    `${openTodos} todo(s) are open. Go on with them, or say what blocks and bring the list up to date.`,
  ]);
}

function beforeBatch(state: TurnState, { calls, facts }: Answered, rules: TurnRules): Reduced {
  const { guardrails } = rules;
  const proposed = calls.map((call) => ({
    tool: call.tool,
    fingerprint: fingerprintOf(call),
    isPoll: isPoll(call),
  }));
  const stop = foreseeStop(state.repetition, proposed, guardrails);
  if (stop !== undefined) return refuseThenEnd(state, calls, repetitionEnd(stop));

  const size = calls.length;
  const spending = spend(state.budget, { size, hasOpenTodos: facts.openTodos > 0 }, guardrails);
  const { budget, notice, line } = spending;
  const told: TurnEffect[] =
    notice === undefined ? [] : [{ kind: "tell_person", level: "warn", text: notice }];
  if (!spending.isAllowed) {
    const why = limitReached(guardrails);
    const isLast = budget.refused > 1;
    const refused = isLast
      ? { ...state, budget, ending: { reason: "tool_limit" as const } }
      : { ...state, budget };
    return { state: refused, effects: [...told, { kind: "refuse", calls, why }] };
  }
  const linesAfterBatch = line === undefined ? [] : [line];
  return {
    state: { ...state, budget, calls: state.calls + size, linesAfterBatch },
    effects: [...told, { kind: "run", calls }],
  };
}

function afterBatch(before: TurnState, { calls, denied, usage }: BatchEnded, rules: TurnRules): Reduced {
  const repeats = noteCalls(before.repetition, calls, rules.guardrails);
  const failures = noteFailures(before.streaks, calls);
  const state = {
    ...before,
    repetition: repeats.state,
    streaks: failures.streaks,
    denied: before.denied + denied,
    usage: addUsage(before.usage, usage),
    linesAfterBatch: [],
  };
  if (repeats.stop !== undefined) {
    const { reason, error } = repetitionEnd(repeats.stop);
    return end(state, reason, error);
  }
  if (state.steps >= rules.maxSteps) return end(state, "step_limit", stepsUsed(rules.maxSteps));
  const { line } = repeats;
  return goOn(state, [...before.linesAfterBatch, ...(line === undefined ? [] : [line]), ...failures.lines]);
}

function repetitionEnd(shown: string): { readonly reason: "repetition"; readonly error: string } {
  return { reason: "repetition", error: `the same call was repeated without any change: ${shown}` };
}

function stepsUsed(maxSteps: number): string {
  return `${maxSteps} model requests were made (agent.max_steps)`;
}

/** Guard lines, then notices and steering, then the next request. */
function goOn(state: TurnState, lines: readonly string[]): Reduced {
  const told: TurnEffect[] = lines.length === 0 ? [] : [{ kind: "tell_model", lines }];
  return { state, effects: [...told, { kind: "collect" }] };
}

function ask(state: TurnState, { maxSteps, maxTurnTokens }: TurnRules): Reduced {
  if (state.steps >= maxSteps) return end(state, "step_limit", stepsUsed(maxSteps));
  const spent = tokensOf(state.usage);
  if (maxTurnTokens !== undefined && spent > maxTurnTokens) {
    return end(state, "spend_limit", `${spent} tokens were used (agent.max_turn_tokens ${maxTurnTokens})`);
  }
  const left = maxSteps - state.steps;
  const lines = [`${left} model request(s) are left in this turn; the last one must be the answer.`];
  const told: TurnEffect[] = left > ANNOUNCED_STEPS ? [] : [{ kind: "tell_model", lines }];
  return { state, effects: [...told, { kind: "ask" }] };
}

function refuseThenEnd(
  state: TurnState,
  calls: readonly CallPart[],
  ending: { readonly reason: StopReason; readonly error: string },
): Reduced {
  if (calls.length === 0) return end(state, ending.reason, ending.error);
  const why = `not run: ${ending.error}`;
  return { state: { ...state, ending }, effects: [{ kind: "refuse", calls, why }] };
}

function endAsPlanned(state: TurnState): Reduced {
  const { reason, error } = state.ending ?? { reason: "done" as const };
  return end(state, reason, error);
}

function end(state: TurnState, reason: StopReason, error?: string): Reduced {
  return { state, effects: [{ kind: "end", reason, ...(error === undefined ? {} : { error }) }] };
}
