import { fail } from "@wield/core";
import type { FailedResult } from "@wield/core";
import { unifiedDiff } from "../diff/unified-diff.ts";
import type { ExistingFile } from "./existing-file.ts";

const MAX_DIFF_LINES = 40;
/** A failure's sentence has at most 2000 characters. */
const MAX_DIFF_CHARACTERS = 1500;

/** The refusal to bury what somebody else wrote, with what would have been lost. */
export function staleFailure(present: ExistingFile, content: string): FailedResult {
  const { path } = present.read;
  const sentence = `${path} was changed by someone else since this session read it`;
  return fail("stale", `${sentence}${lossInWords(present, content)}`, { hint: "read it again, then write" });
}

function lossInWords({ read, text }: ExistingFile, content: string): string {
  if (text === undefined) return "; it no longer holds text.";
  if (read.isCapped) return "; it is too large to show what this write would change in it.";
  const diff = unifiedDiff(text, content, { path: read.path, maxLines: MAX_DIFF_LINES });
  const shown: string[] = [];
  let characters = 0;
  const lines = diff.text.split("\n").slice(0, -1);
  for (const line of lines) {
    characters += line.length + 1;
    if (characters > MAX_DIFF_CHARACTERS) break;
    shown.push(line);
  }
  if (diff.isTruncated || shown.length < lines.length) shown.push("… and more");
  return `. What this write would change in it now:\n${shown.join("\n")}`;
}
