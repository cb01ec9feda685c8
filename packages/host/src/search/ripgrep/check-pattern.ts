import { fail, value } from "@wield/core";
import type { FailedResult, Outcome } from "@wield/core";
import { runRipgrep } from "./run-ripgrep.ts";
import { invalidPattern, patternArguments, patternReason } from "./search-pattern.ts";
import type { PatternOptions } from "./search-pattern.ts";
import { COMMON_ARGUMENTS } from "./tree-arguments.ts";

/** Whether the engine takes a pattern, tried on nothing. */
export async function checkPattern(
  regex: string,
  options: PatternOptions,
  signal: AbortSignal,
): Promise<Outcome<void>> {
  const end = await runRipgrep({
    args: [...COMMON_ARGUMENTS, ...patternArguments(regex, options), "-"],
    input: [],
    signal,
    onOutput: () => true,
  });
  if (!end.ok) return end;
  if (end.value.kind === "failed") return invalidPattern(patternReason(end.value.reason));
  return value(undefined);
}

/** For a search program that ended without an answer. */
export function brokenOff(reason: string): FailedResult {
  return fail("io_error", `the search program broke off: ${reason}`, {
    hint: "search a smaller folder, or with a simpler pattern",
  });
}
