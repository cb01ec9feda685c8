import { cutPoint, fail } from "@wield/core";
import type { FailedResult } from "@wield/core";
import { lineOf } from "./file-lines.ts";
import type { FileLines } from "./file-lines.ts";
import { continuation, header, withTrailers } from "./frame.ts";
import type { FileWindow, WindowRequest } from "./read-window.ts";

const SLICE_CHARACTERS = 20_000;
const LEAST_ROOM = 200;
/** Room for the header and for the lines that say how it goes on, besides the path. */
const FRAME_CHARACTERS = 400;

/** One line from `column` on, for lines that are too long to show whole. The line must be there. */
export function readColumn(
  lines: FileLines,
  request: WindowRequest & { readonly column: number },
): FileWindow | FailedResult {
  const { path, offset, column } = request;
  const line = lineOf(lines, offset);
  const length = line.contentEnd - line.start;
  const isCutByCap = lines.isCapped && offset === lines.total;
  if (column > Math.max(1, length)) return outOfReach({ column, offset, path, length, isCutByCap });

  const from = cutPoint(lines.text, line.start + column - 1);
  const room = Math.max(LEAST_ROOM, request.maxCharacters - path.length - FRAME_CHARACTERS);
  const to = cutPoint(lines.text, Math.min(line.contentEnd, from + Math.min(SLICE_CHARACTERS, room)));
  const isLast = to === line.contentEnd;
  const first = from - line.start + 1;
  const last = to - line.start;
  const least = isCutByCap ? "≥" : "";
  const trailers = [`… columns ${Math.min(first, last)}-${last} of ${least}${length} shown`];
  if (!isLast) {
    const more = `${isCutByCap ? "at least " : ""}${length - last} more characters`;
    trailers.push(`… ${more} of line ${offset} (use column=${last + 1} to continue)`);
  }
  const start = header(path, { first: offset, last: offset }, lines);
  const content = lines.text.slice(from, isLast ? line.end : to);
  return {
    text: withTrailers(`${start}\n\n${content}`, [...trailers, ...continuation(lines, offset)]),
    firstLine: offset,
    lastLine: offset,
    seen: first === 1 && isLast && !isCutByCap ? [{ first: offset, last: offset }] : [],
    firstColumn: Math.min(first, last),
    lastColumn: last,
  };
}

interface Missed {
  readonly column: number;
  readonly offset: number;
  readonly path: string;
  readonly length: number;
  readonly isCutByCap: boolean;
}

function outOfReach({ column, offset, path, length, isCutByCap }: Missed): FailedResult {
  if (isCutByCap) {
    return fail(
      "past_cap",
      `column ${column} of line ${offset} is past the 400 KB that read_file reads of ${path}`,
      {
        hint: "grep finds text there, in files up to its own limit",
      },
    );
  }
  return fail("past_end", `column ${column} is past the end of line ${offset} (${length} characters)`, {
    hint: `use column=${Math.max(1, length - SLICE_CHARACTERS + 1)} to see the end of the line`,
  });
}
