import type { FailedResult } from "@wield/core";
import type { Output } from "../terminal/output.ts";

/** Shows a failure of the command itself; gives the exit code. */
export function printProblem(
  { message, hint }: Pick<FailedResult, "message" | "hint">,
  err: Output,
  exitCode = 1,
): number {
  err.line(err.foreign(message));
  if (hint !== undefined) err.line(`Hint: ${err.foreign(hint)}`);
  return exitCode;
}
