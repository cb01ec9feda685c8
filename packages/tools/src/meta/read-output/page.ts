import { cutPoint } from "@wield/core";

export interface PageRequest {
  readonly output: string;
  readonly offset: number;
  /** Most characters of the stored text. */
  readonly limit: number;
  /** The whole answer stays below this. */
  readonly maxCharacters: number;
}

export interface Page {
  readonly text: string;
  /** Of the first and the last character shown, counting from 0. */
  readonly first: number;
  readonly last: number;
}

/** Room for the header and the line that says how it goes on, besides the locator. */
const FRAME_CHARACTERS = 140;
/** A page always gets on, however small the output limit. */
const LEAST_ROOM = 100;

/** A part of a stored text, ended behind a line break when it has one. */
export function pageOf(stored: string, request: PageRequest): Page {
  const { output } = request;
  const total = stored.length;
  const room = Math.max(LEAST_ROOM, request.maxCharacters - FRAME_CHARACTERS - output.length);
  const first = cutPoint(stored, request.offset);
  const end = pageEnd(stored, first, Math.min(request.limit, room));
  const shown = stored.slice(first, end);
  const header = `${output} — characters ${first}-${Math.max(first, end - 1)} of ${total}`;
  const rest = total - end;
  const more = rest > 0 ? `… ${rest} more characters (use offset=${end} to continue)` : "";
  const gap = rest > 0 && !shown.endsWith("\n") ? "\n" : "";
  return { text: `${header}\n\n${shown}${gap}${more}`, first, last: Math.max(first, end - 1) };
}

function pageEnd(stored: string, first: number, room: number): number {
  if (first + room >= stored.length) return stored.length;
  const border = stored.lastIndexOf("\n", first + room - 1) + 1;
  // A pair that is alone too long for the page is shown all the same.
  return border > first ? border : Math.max(cutPoint(stored, first + room), cutPoint(stored, first + 2));
}

/**
 * Where the page starts that holds `text`, looked for from `offset` on: the start of its line, or the text
 * itself when it stands so far into a long line that the page would end before it.
 */
export function findFrom(
  stored: string,
  search: { text: string; offset: number; limit: number },
): number | undefined {
  const at = stored.indexOf(search.text, search.offset);
  if (at === -1) return undefined;
  const start = at === 0 ? 0 : stored.lastIndexOf("\n", at - 1) + 1;
  return at + search.text.length - start <= search.limit / 2 ? start : at;
}
