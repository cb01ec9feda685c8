export const MAX_ATTEMPTS = 5;

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
const LONGEST_ASKED_WAIT_MS = 120_000;
const SPREAD = 0.25;

interface RetryWait {
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  /** What the provider asked to wait. */
  readonly retryAfterMs?: number | undefined;
  /** At least 0, below 1. */
  readonly random: number;
}

/**
 * Milliseconds before the next attempt: what the provider asked for, up to 120 s; else 1 s doubling to 30 s, spread by
 * a quarter either way so that many clients do not come back at the same instant.
 */
export function retryWaitMs({ attempt, retryAfterMs, random }: RetryWait): number {
  if (retryAfterMs !== undefined) return Math.min(retryAfterMs, LONGEST_ASKED_WAIT_MS);
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS);
  return Math.round(wait * (1 - SPREAD + 2 * SPREAD * random));
}
