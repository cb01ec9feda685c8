import { endOfContent, lineStarts, majorityEnding } from "../lines/line-rule.ts";
import type { LineEnding } from "../lines/line-rule.ts";

/** What was read of a file, cut into lines. */
export interface FileLines {
  readonly text: string;
  readonly ending: LineEnding;
  readonly starts: readonly number[];
  readonly total: number;
  /** True when the file goes on behind `text`: `total` is then the least it can have. */
  readonly isCapped: boolean;
}

export interface Line {
  readonly number: number;
  readonly start: number;
  /** Behind the terminator. */
  readonly end: number;
  /** Where the terminator begins. */
  readonly contentEnd: number;
}

export function fileLines(text: string, isCapped: boolean): FileLines {
  const ending = majorityEnding(text);
  const starts = lineStarts(text, ending);
  return { text, ending, starts, total: starts.length, isCapped };
}

/** The line of this number, counting from 1; it must be there. */
export function lineOf(lines: FileLines, number: number): Line {
  const start = lines.starts[number - 1] ?? lines.text.length;
  const end = lines.starts[number] ?? lines.text.length;
  return { number, start, end, contentEnd: endOfContent(lines.text, { start, end }, lines.ending) };
}
