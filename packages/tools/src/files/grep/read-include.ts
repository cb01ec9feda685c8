import { fail, parsePathPattern, value } from "@wield/core";
import type { FailedResult, Outcome, PathPattern } from "@wield/core";

/** Which files are wanted; nothing when all are. Hidden ones match like others: grep searches them. */
export function readInclude(given: string | undefined): Outcome<PathPattern | undefined> {
  if (given === undefined || given.trim() === "") return value(undefined);
  if (given.startsWith("!")) return invalid("it cannot leave files out", "name the files that are wanted");
  if (given.startsWith("/") || given.startsWith("~/")) {
    return invalid("it begins with a folder of its own", "give the folder as path");
  }
  const parsed = parsePathPattern(given.replace(/^(?:\.\/+)+/, ""), {
    hasBraces: true,
    matchesDots: true,
    hasStrayGlobstar: true,
  });
  return parsed.ok ? parsed : invalid(parsed.message, parsed.hint);
}

function invalid(reason: string, hint: string | undefined): FailedResult {
  return fail("invalid_pattern", `invalid include pattern: ${reason}`, hint === undefined ? {} : { hint });
}
