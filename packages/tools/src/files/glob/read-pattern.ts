import { fail, parsePathPattern } from "@wield/core";
import type { Outcome, PathPattern } from "@wield/core";

/** The pattern of a call: over paths below the folder, dots at the start of a name only where they are written. */
export function readPattern(given: string): Outcome<PathPattern> {
  if (given.trim() === "") return fail("invalid_arguments", "pattern is required");
  if (given.includes("\0")) return fail("invalid_arguments", "a pattern cannot hold a NUL character");
  if (given.startsWith("/") || given.startsWith("~/")) {
    return fail("invalid_pattern", `the pattern ${JSON.stringify(given)} begins with a folder of its own`, {
      hint: "give the folder as path, and the rest as pattern",
    });
  }
  const pattern = given.replace(/^(?:\.\/+)+/, "");
  if (/(?:^|\/)\.\.(?:\/|$)/.test(pattern)) {
    return fail("invalid_pattern", `the pattern ${JSON.stringify(given)} leads out of its folder`, {
      hint: "give the folder as path; .. has no place in a pattern",
    });
  }
  return parsePathPattern(pattern, { hasBraces: true, matchesDots: false, hasStrayGlobstar: true });
}

/** Whether a pattern without a match may have been meant as a regular expression. */
export function looksLikeRegex(pattern: string): boolean {
  return /\\[.wdsbWDSB]|\.[*+]|[\^$|+()]/.test(pattern);
}
