import { fail, type FailedResult } from "@wield/core";

const MOST_LINES = 20;

/** What stops the start: one line per fault, ready to print. */
export function configurationError(faults: readonly string[]): FailedResult {
  const shown = faults.slice(0, MOST_LINES);
  const more = faults.length - shown.length;
  return fail("configuration_error", [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join("\n"));
}
