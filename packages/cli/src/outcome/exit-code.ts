import type { CallOutcome } from "@wield/core";

/** Signals that end a command, with the exit code that says so. */
const SIGNAL_CODES: ReadonlyMap<string, number> = new Map([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
]);

export const USAGE_EXIT = 2;

/** The exit code of one call. `signal` is what cancelled it. */
export function exitCodeOf(outcome: CallOutcome, signal = "SIGINT"): number {
  if (outcome.status === "ok") return 0;
  if (outcome.status === "cancelled") return SIGNAL_CODES.get(signal) ?? 130;
  if (outcome.code === "not_found") return USAGE_EXIT;
  if (outcome.status === "denied") return 3;
  return outcome.code === "timeout" ? 4 : 1;
}
