import type { ToolCard } from "../contract/card.ts";
import type { CallPart, Message, ReasoningPart, TextPart } from "../conversation/message.ts";

/** Tokens, as the provider counted them. */
export interface TokenUsage {
  readonly input: number;
  readonly output: number;
  /** Of `input`, read from the provider's cache. */
  readonly cached: number;
}

export interface ModelFacts {
  /** `provider/name`. */
  readonly id: string;
  readonly provider: string;
  /** Tokens of prompt and answer together. */
  readonly contextWindow: number;
  readonly maxOutputTokens: number;
  readonly canSeeImages: boolean;
  /** Most tools it takes in one request. */
  readonly maxTools: number;
}

export interface ModelRequest {
  /** Grows at its end only, so that a provider can cache it. */
  readonly system: string;
  /** Repaired: every call has its result, in order, and ids are unique. */
  readonly messages: readonly Message[];
  readonly tools: readonly ToolCard[];
  readonly maxOutputTokens?: number;
  /** Same for all requests of one session: a hint for prompt caches. */
  readonly cacheKey?: string;
}

/** Why an answer ended. `length`: cut by the output limit. `refusal`: a filter or the model itself refused. */
export type FinishReason = "stop" | "calls" | "length" | "refusal" | "other";

/** `content`: this request was refused for what is in it. `overflow`: it is too long for the model. */
export type ModelFailureKind =
  | "auth"
  | "quota"
  | "unknown_model"
  | "refused"
  | "content"
  | "overflow"
  | "unreachable"
  | "overloaded"
  | "rate_limited"
  | "broken_stream"
  | "bad_answer"
  | "other";

export interface ModelFailure {
  readonly kind: ModelFailureKind;
  /** The provider's own words without any key, and what to do. */
  readonly message: string;
  readonly hint?: string;
  readonly httpStatus?: number;
}

/** An answer, whole. Ids of calls are not set yet: whoever runs them gives them. */
export interface ModelAnswer {
  readonly parts: readonly (TextPart | ReasoningPart | Omit<CallPart, "callId">)[];
  readonly finish: FinishReason;
  readonly usage?: TokenUsage;
}

/**
 * What a model sends while it answers. The last event is `answer`, `failed` or `cancelled`, exactly once; the
 * stream never throws. After `reset` what was streamed so far is void: the request is made again.
 */
export type ModelEvent =
  | { readonly kind: "text" | "reasoning"; readonly delta: string }
  | { readonly kind: "call_started"; readonly tool: string }
  | {
      readonly kind: "attempt_failed";
      readonly attempt: number;
      readonly failure: ModelFailure;
      readonly waitMs: number;
    }
  | { readonly kind: "reset" }
  | { readonly kind: "notice"; readonly text: string }
  | { readonly kind: "answer"; readonly answer: ModelAnswer }
  | { readonly kind: "failed"; readonly failure: ModelFailure }
  | { readonly kind: "cancelled" };

/** A language model behind whatever provider. */
export interface ModelPort {
  readonly facts: ModelFacts;
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
