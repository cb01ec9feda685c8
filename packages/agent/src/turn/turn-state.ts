import type { CallPart, StopReason, TokenUsage } from "@wield/core";
import type { AgentSettings } from "../agent-settings.ts";
import { FULL_BUDGET, type CallBudget } from "../guards/call-budget.ts";
import type { ErrorStreaks } from "../guards/error-streaks.ts";
import { NO_REPETITION, type Repetition } from "../guards/repetition.ts";
import type { SeenCall } from "../guards/call-digest.ts";

export const NO_USAGE: TokenUsage = { input: 0, output: 0, cached: 0 };

/** What one turn knows of itself. Plain data. */
export interface TurnState {
  /** Model requests that were answered. */
  readonly steps: number;
  /** Calls that were made. */
  readonly calls: number;
  /** Calls that were denied because nobody could be asked. */
  readonly denied: number;
  readonly usage: TokenUsage;
  /** Text of the newest answer that had any. */
  readonly answer: string;
  readonly emptyAnswers: number;
  readonly budget: CallBudget;
  readonly repetition: Repetition;
  readonly streaks: ErrorStreaks;
  readonly todoNudges: { readonly count: number; readonly open: number };
  readonly wasToldToUseTools: boolean;
  /** How often a gap was found in an answer. */
  readonly gaps: number;
  /** Lines that wait until the batch has ended. */
  readonly linesAfterBatch: readonly string[];
  /** The turn ends with this once the present calls are answered. */
  readonly ending?: { readonly reason: StopReason; readonly error?: string };
}

export const NEW_TURN: TurnState = {
  steps: 0,
  calls: 0,
  denied: 0,
  usage: NO_USAGE,
  answer: "",
  emptyAnswers: 0,
  budget: FULL_BUDGET,
  repetition: NO_REPETITION,
  streaks: new Map(),
  todoNudges: { count: 0, open: Number.POSITIVE_INFINITY },
  wasToldToUseTools: false,
  gaps: 0,
  linesAfterBatch: [],
};

/** What the loop cannot know by itself. */
interface TurnFacts {
  readonly openTodos: number;
  /** Background work runs that will be announced. */
  readonly isWaiting: boolean;
}

export type TurnEvent =
  | { readonly kind: "started" }
  | {
      readonly kind: "answered";
      readonly text: string;
      readonly calls: readonly CallPart[];
      readonly usage: TokenUsage;
      readonly finish: "stop" | "calls" | "length" | "refusal" | "other";
      /** The text holds a call that was written instead of made. */
      readonly hasWrittenCall: boolean;
      readonly facts: TurnFacts;
    }
  | { readonly kind: "failed"; readonly reason: "model_error" | "context_full"; readonly error: string }
  | {
      readonly kind: "batch_ended";
      readonly calls: readonly SeenCall[];
      readonly denied: number;
      /** Of sub-agents. */
      readonly usage: TokenUsage;
    }
  | { readonly kind: "batch_refused" }
  /** Steering and notices were delivered. */
  | { readonly kind: "collected"; readonly hasPersonSpoken: boolean }
  /** The answer was compared with the question. */
  | { readonly kind: "verified"; readonly gap?: string }
  | { readonly kind: "cancelled" };

export type TurnEffect =
  | { readonly kind: "ask" }
  | { readonly kind: "run"; readonly calls: readonly CallPart[] }
  /** Answers each call without running it. */
  | { readonly kind: "refuse"; readonly calls: readonly CallPart[]; readonly why: string }
  | { readonly kind: "tell_model"; readonly lines: readonly string[] }
  | { readonly kind: "tell_person"; readonly level: "info" | "warn"; readonly text: string }
  /** Delivers notices of background work, then steering. */
  | { readonly kind: "collect" }
  | { readonly kind: "verify" }
  | { readonly kind: "end"; readonly reason: StopReason; readonly error?: string };

export interface Reduced {
  readonly state: TurnState;
  readonly effects: readonly TurnEffect[];
}

/** What the reducer goes by. */
export type TurnRules = Pick<AgentSettings, "maxSteps" | "maxTurnTokens" | "guardrails" | "verifies">;
