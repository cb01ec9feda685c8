import type { CallOutcome, FailureOutcome, OkOutcome } from "../pipeline/call.ts";

/** The outcome of a call that has to succeed. */
export function okOf(outcome: CallOutcome): OkOutcome {
  if (outcome.status !== "ok") throw new Error(`${outcome.code}: ${outcome.message}`);
  return outcome;
}

/** The outcome of a call that must not succeed. */
export function failureOf(outcome: CallOutcome): FailureOutcome {
  if (outcome.status === "ok") throw new Error(`it succeeded with ${outcome.text}`);
  return outcome;
}
