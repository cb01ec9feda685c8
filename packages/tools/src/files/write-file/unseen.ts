import type { Caller, Sighting } from "@wield/core";
import { countLines, majorityEnding } from "../lines/line-rule.ts";
import { unseenLines } from "../lines/line-ranges.ts";
import type { ExistingFile } from "./existing-file.ts";

export interface Unseen {
  readonly lines: number;
  readonly note: string;
}

/** What a model replaces without having read it, `seen` being what it knows of this very content; nothing for callers that do not read before they write. */
export function replacedUnseen(
  existing: ExistingFile,
  seen: Sighting | undefined,
  caller: Caller,
): Unseen | undefined {
  if (caller !== "agent" && caller !== "subagent") return undefined;
  const { read, text } = existing;
  const undo = read.isCapped ? "" : " (wield undo puts them back)";
  if (text === undefined) {
    return {
      lines: 0,
      note: `replaced ${read.bytes.length} bytes that are no text, not read in this session${undo}`,
    };
  }
  const total = countLines(text, majorityEnding(text));
  const lines = unseenLines(total, seen?.seen ?? []);
  if (lines === 0) return undefined;
  const least = read.isCapped ? "at least " : "";
  return { lines, note: `replaced ${least}${lines} lines not read in this session${undo}` };
}
