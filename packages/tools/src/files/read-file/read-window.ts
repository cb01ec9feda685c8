import { fail } from "@wield/core";
import type { FailedResult, LineRange } from "@wield/core";
import { mergeRanges } from "../lines/line-ranges.ts";
import type { FileLines } from "./file-lines.ts";
import { lineOf } from "./file-lines.ts";
import { continuation, header, withTrailers } from "./frame.ts";
import { LONG_LINE_CHARACTERS, showLine, squeezeLine } from "./long-line.ts";

export interface WindowRequest {
  readonly path: string;
  readonly offset: number;
  readonly limit: number;
  /** The text of the answer stays below this. */
  readonly maxCharacters: number;
}

/** What is shown of a file. */
export interface FileWindow {
  readonly text: string;
  readonly firstLine: number;
  readonly lastLine: number;
  /** Lines that were shown whole. */
  readonly seen: readonly LineRange[];
  readonly firstColumn?: number;
  readonly lastColumn?: number;
}

/** Room for one line is always left, however small the output limit. */
const LEAST_ROOM = 200;

/** The lines from `offset` on, at most `limit` of them, stopped at a line border below the output limit. */
export function readWindow(lines: FileLines, request: WindowRequest): FileWindow | FailedResult {
  const { path, offset } = request;
  if (lines.total === 0 && offset === 1) {
    const text = withTrailers(`${header(path, { first: 0, last: 0 }, lines)}\n\n`, []);
    return { text, firstLine: 0, lastLine: 0, seen: [] };
  }
  if (offset > lines.total) return outOfReach(lines, request);

  const wanted = Math.min(lines.total, offset + request.limit - 1);
  const whole = fill(lines, { first: offset, last: wanted, room: room(lines, request, wanted) });
  const shown =
    whole.last === wanted
      ? whole
      : fill(lines, { first: offset, last: wanted, room: room(lines, request, whole.last) });
  const start = header(path, { first: offset, last: shown.last }, lines);
  return {
    text: withTrailers(`${start}\n\n${shown.text}`, continuation(lines, shown.last)),
    firstLine: offset,
    lastLine: shown.last,
    seen: shown.seen,
  };
}

/** How many characters the lines may take when `last` is the last one. */
function room(lines: FileLines, request: WindowRequest, last: number): number {
  const frame = header(request.path, { first: request.offset, last }, lines).length + 3;
  // The numbers of an earlier last line may have one digit more.
  const trailers = continuation(lines, last).reduce((sum, line) => sum + line.length + 2, 0);
  return Math.max(LEAST_ROOM, request.maxCharacters - 1 - frame - trailers);
}

interface Filled {
  readonly text: string;
  readonly last: number;
  readonly seen: readonly LineRange[];
}

function fill(
  lines: FileLines,
  span: { readonly first: number; readonly last: number; readonly room: number },
): Filled {
  const { text, starts } = lines;
  const parts: string[] = [];
  const seen: LineRange[] = [];
  let used = 0;
  let number = span.first;
  // Ordinary lines are taken together: `from` is the first one not yet in `parts`.
  let from = number;
  const take = (): void => {
    if (from >= number) return;
    parts.push(text.slice(starts[from - 1], starts[number - 1] ?? text.length));
    seen.push({ first: from, last: number - 1 });
  };
  for (; number <= span.last; number += 1) {
    const size = (starts[number] ?? text.length) - (starts[number - 1] ?? 0);
    if (size <= LONG_LINE_CHARACTERS && used + size <= span.room) {
      used += size;
      continue;
    }
    const line = lineOf(lines, number);
    let shown = showLine(lines, line);
    if (used + shown.text.length > span.room) {
      if (number > span.first) break;
      shown = squeezeLine(lines, line, span.room);
    }
    take();
    parts.push(shown.text);
    if (shown.isWhole) seen.push({ first: number, last: number });
    used += shown.text.length;
    from = number + 1;
  }
  take();
  return { text: parts.join(""), last: number - 1, seen: wholeLines(lines, seen) };
}

/** The line that the cap cut is not seen whole. */
function wholeLines(lines: FileLines, seen: readonly LineRange[]): LineRange[] {
  const last = lines.isCapped ? lines.total - 1 : lines.total;
  return mergeRanges(seen.map((range) => ({ first: range.first, last: Math.min(range.last, last) })));
}

function outOfReach(lines: FileLines, { path, offset, limit }: WindowRequest): FailedResult {
  if (lines.isCapped) {
    return fail("past_cap", `offset ${offset} is past the 400 KB that read_file reads of ${path}`, {
      hint: "grep finds text there, in files up to its own limit",
    });
  }
  const hint =
    lines.total === 0
      ? "the file is empty"
      : `use offset=${Math.max(1, lines.total - limit + 1)} to see the last lines`;
  return fail("past_end", `offset ${offset} is past end of file (${lines.total} lines)`, { hint });
}
