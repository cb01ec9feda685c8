import type { ModelFailure, ModelFailureKind } from "@wield/core";
import { errorFacts, type ErrorFacts } from "./error-facts.ts";
import {
  CONNECTION_CODES,
  FAILURE_PHRASES,
  FOREIGN_REASONING_PHRASE,
  SINGLE_CALL_PHRASE,
} from "./failure-phrases.data.ts";
import { NotAnAnswer } from "./not-an-answer.ts";
import { failureHint, type HintContext } from "./failure-hint.ts";
import { retryAfterMs } from "./retry-after.ts";

/** What a model turned out not to take; the request is made once more without it. */
export type Lesson = "one_call_per_answer" | "no_reasoning";

export interface ClassifiedFailure {
  readonly failure: ModelFailure;
  /** Another attempt may succeed. */
  readonly isTransient: boolean;
  /** What the provider asked to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  readonly lesson?: Lesson;
}

export interface FailureContext extends HintContext {
  /** Takes keys out of a text. */
  readonly withoutKeys: (text: string) => string;
  /** Milliseconds since the epoch, for dates in `Retry-After`. */
  readonly now: number;
  /** Something of the answer had come. */
  readonly hasBegun: boolean;
}

const TRANSIENT: ReadonlySet<ModelFailureKind> = new Set([
  "unreachable",
  "overloaded",
  "rate_limited",
  "broken_stream",
]);

/** What an error means, in the provider's own words without any key, and what to do. */
export function classifyFailure(error: unknown, context: FailureContext): ClassifiedFailure {
  const facts = errorFacts(error);
  const kind = kindOf(error, facts, context.hasBegun);
  const where = facts.httpStatus === undefined ? "" : ` (HTTP ${facts.httpStatus})`;
  const failure: ModelFailure = {
    kind,
    message: context.withoutKeys(`${context.provider}: ${facts.message}${where}`),
    hint: context.withoutKeys(failureHint(kind, facts, context)),
    ...(facts.httpStatus === undefined ? {} : { httpStatus: facts.httpStatus }),
  };
  const wait = retryAfterMs(facts, context.now);
  const lesson =
    kind === "content" || kind === "other" || kind === "overloaded" ? lessonIn(facts) : undefined;
  return {
    failure,
    isTransient: TRANSIENT.has(kind),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    ...(lesson === undefined ? {} : { lesson }),
  };
}

function kindOf(error: unknown, facts: ErrorFacts, hasBegun: boolean): ModelFailureKind {
  const { httpStatus: status } = facts;
  const said = phraseKind(facts);
  if (status !== undefined) return kindOfStatus(status, said);
  if (facts.systemCodes.some((code) => CONNECTION_CODES.has(code)))
    return hasBegun ? "broken_stream" : "unreachable";
  if (error instanceof NotAnAnswer) return said ?? "bad_answer";
  if (isUnreadable(error)) return hasBegun ? "broken_stream" : "bad_answer";
  if (said !== undefined) return said;
  if (facts.words.length > 0) return "other";
  return hasBegun ? "broken_stream" : isConnectionError(error) ? "unreachable" : "other";
}

function kindOfStatus(status: number, said: ModelFailureKind | undefined): ModelFailureKind {
  switch (status) {
    case 401:
      return "auth";
    case 402:
      return "quota";
    case 403:
      return said === "quota" || said === "refused" || said === "unknown_model" ? said : "auth";
    case 404:
      return said === "unknown_model" ? said : "other";
    case 408:
    case 409:
      return "overloaded";
    case 413:
      return "overflow";
    case 429:
      return said === "quota" || said === "overflow" ? said : "rate_limited";
    default:
      break;
  }
  if (status >= 500) return said === "overflow" || said === "unknown_model" ? said : "overloaded";
  if (said !== undefined && said !== "overloaded" && said !== "rate_limited") return said;
  return status === 400 || status === 422 ? "content" : "other";
}

function phraseKind({ words, text }: ErrorFacts): ModelFailureKind | undefined {
  const all = `${words.join("\n")}\n${text}`;
  return FAILURE_PHRASES.find(({ pattern }) => pattern.test(all))?.kind;
}

function lessonIn({ text }: ErrorFacts): Lesson | undefined {
  if (SINGLE_CALL_PHRASE.test(text)) return "one_call_per_answer";
  return FOREIGN_REASONING_PHRASE.test(text) ? "no_reasoning" : undefined;
}

/** The library could not make sense of what came. */
function isUnreadable(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^AI_(JSONParseError|TypeValidationError|InvalidResponseDataError|EmptyResponseBodyError)$/.test(
      error.name,
    )
  );
}

function isConnectionError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /fetch failed|cannot connect|network|socket|terminated|other side closed/i.test(error.message)
  );
}
