import type { IdSource } from "@wield/core";

/** Ids that count up: `call_000001`, `call_000002`, one row for all prefixes. */
export function createCountingIds(): IdSource {
  let last = 0;
  return {
    next(prefix) {
      last += 1;
      return `${prefix}${String(last).padStart(6, "0")}`;
    },
  };
}
