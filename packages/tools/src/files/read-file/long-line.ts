import { cutPoint } from "@wield/core";
import type { FileLines, Line } from "./file-lines.ts";

/** A line longer than this is cut in its middle. */
export const LONG_LINE_CHARACTERS = 20_000;
const HEAD_CHARACTERS = 6000;
const TAIL_CHARACTERS = 2000;
/** Room for the line that says what was cut. */
const CUT_LINE_CHARACTERS = 120;

export interface ShownLine {
  readonly text: string;
  readonly isWhole: boolean;
}

/** A line as a window shows it: whole, or its head and tail when it is long. */
export function showLine(lines: FileLines, line: Line): ShownLine {
  if (line.contentEnd - line.start <= LONG_LINE_CHARACTERS) {
    return { text: lines.text.slice(line.start, line.end), isWhole: true };
  }
  return cut(lines, line, { head: HEAD_CHARACTERS, tail: TAIL_CHARACTERS });
}

/** A line that is alone too much for the output limit, cut so that it takes at most `room` characters. */
export function squeezeLine(lines: FileLines, line: Line, room: number): ShownLine {
  const kept = Math.max(4, room - CUT_LINE_CHARACTERS - (line.end - line.contentEnd));
  const tail = Math.min(TAIL_CHARACTERS, Math.floor(kept / 4));
  return cut(lines, line, { head: Math.min(HEAD_CHARACTERS, kept - tail), tail });
}

function cut(
  lines: FileLines,
  line: Line,
  keep: { readonly head: number; readonly tail: number },
): ShownLine {
  const { text } = lines;
  const headEnd = cutPoint(text, line.start + keep.head);
  const tailStart = Math.max(headEnd, cutPoint(text, line.contentEnd - keep.tail));
  const column = headEnd - line.start + 1;
  const note = `… ${tailStart - headEnd} characters of line ${line.number} cut (use offset=${line.number} limit=1 column=${column} to continue)`;
  return {
    text: `${text.slice(line.start, headEnd)}\n${note}\n${text.slice(tailStart, line.end)}`,
    isWhole: false,
  };
}
