import type { Clock } from "../ports/clock.ts";
import type { GuardAnswer } from "../ports/journal.ts";
import { quote } from "../text/quote.ts";
import type { Guard, GuardedCall, GuardVerdict } from "./guard.ts";
import { messageOf } from "../text/message-of.ts";

/** Time a guard has to answer, in milliseconds. */
const GUARD_LIMIT_MS = 10_000;

export interface GuardsAnswer {
  readonly answers: readonly GuardAnswer[];
  /** Deny beats ask beats abstain; among equals the first guard gives the sentence. */
  readonly verdict?: GuardVerdict & { readonly guard: string; readonly isError: boolean };
}

/** Asks every guard, in order. A guard that does not answer properly denies. */
export async function runGuards(
  guards: readonly Guard[],
  call: GuardedCall,
  clock: Clock,
): Promise<GuardsAnswer> {
  const answers: GuardAnswer[] = [];
  let verdict: GuardsAnswer["verdict"];
  for (const guard of guards) {
    const found = await askGuard(guard, call, clock);
    if (found === undefined) {
      answers.push({ guard: guard.name, answer: "abstain" });
      continue;
    }
    answers.push({
      guard: guard.name,
      answer: found.isError ? "error" : found.decision,
      reason: found.reason,
    });
    if (verdict === undefined || (found.decision === "deny" && verdict.decision === "ask")) {
      verdict = { ...found, guard: guard.name };
    }
  }
  return { answers, ...(verdict === undefined ? {} : { verdict }) };
}

type Found = GuardVerdict & { readonly isError: boolean };

async function askGuard(guard: Guard, call: GuardedCall, clock: Clock): Promise<Found | undefined> {
  try {
    const given: unknown = guard.check(call);
    return readAnswer(guard.name, isPromise(given) ? await withLimit(given, clock) : given);
  } catch (error) {
    return broken(
      guard.name,
      error === HUNG ? `gave no answer within ${GUARD_LIMIT_MS / 1000} s` : `failed: ${messageOf(error)}`,
    );
  }
}

const HUNG = Symbol("hung");

function withLimit(answer: PromiseLike<unknown>, clock: Clock): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const cancel = clock.timer(GUARD_LIMIT_MS, () => reject(HUNG));
    // A thenable of the guard's own need not return a promise.
    void Promise.resolve(answer).then(resolve, reject).finally(cancel);
  });
}

function readAnswer(name: string, answer: unknown): Found | undefined {
  if (answer === undefined) return undefined;
  const given = typeof answer === "string" ? { decision: "deny", reason: answer } : answer;
  if (typeof given === "object" && given !== null) {
    const { decision, reason, hint } = given as Partial<GuardVerdict>;
    if ((decision === "ask" || decision === "deny") && typeof reason === "string") {
      return {
        decision,
        reason: reason.trim() === "" ? `the guard "${name}" gave no reason` : reason,
        ...(typeof hint === "string" ? { hint } : {}),
        isError: false,
      };
    }
  }
  return broken(name, `answered ${quote(answer)}, which is neither nothing, ask nor deny`);
}

function broken(name: string, what: string): Found {
  return {
    decision: "deny",
    reason: `the guard "${name}" ${what}, so the call was not run`,
    isError: true,
  };
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
