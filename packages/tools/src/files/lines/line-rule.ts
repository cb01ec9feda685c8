/** The ending that most lines of a text have. */
export type LineEnding = "lf" | "crlf" | "cr";

const LF = 10;
const CR = 13;

/**
 * CRLF when it is there and at least as frequent as each of the others, else CR when there are more of them
 * than of LF, else LF. The halves of a CRLF pair are not counted on their own.
 */
export function majorityEnding(text: string): LineEnding {
  const firstCr = text.indexOf("\r");
  if (firstCr === -1) return "lf";
  let lf = 0;
  let crlf = 0;
  let cr = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === LF) lf += 1;
    else if (unit === CR) {
      if (text.charCodeAt(at + 1) === LF) {
        crlf += 1;
        at += 1;
      } else cr += 1;
    }
  }
  if (crlf > 0 && crlf >= lf && crlf >= cr) return "crlf";
  return cr > lf ? "cr" : "lf";
}

/**
 * The place behind the line that starts at (or goes through) `from`: behind its terminator, or the end of the
 * text. LF and CRLF always end a line; a lone CR only where `ending` is CR.
 */
export function endOfLine(text: string, from: number, ending: LineEnding): number {
  if (ending !== "cr") {
    const lf = text.indexOf("\n", from);
    return lf === -1 ? text.length : lf + 1;
  }
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === LF) return at + 1;
    if (unit === CR) return text.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
  }
  return text.length;
}

/** Where the line that holds the place `at` starts. */
export function startOfLine(text: string, at: number, ending: LineEnding): number {
  if (at <= 0) return 0;
  if (ending !== "cr") return text.lastIndexOf("\n", at - 1) + 1;
  for (let place = at - 1; place >= 0; place -= 1) {
    const unit = text.charCodeAt(place);
    if (unit === LF || (unit === CR && text.charCodeAt(place + 1) !== LF)) return place + 1;
  }
  return 0;
}

/** Where the terminator of the line from `start` to `end` begins; `end` when it has none. */
export function endOfContent(text: string, line: { start: number; end: number }, ending: LineEnding): number {
  const { start, end } = line;
  if (end <= start) return end;
  const last = text.charCodeAt(end - 1);
  if (last === LF) return end - 2 >= start && text.charCodeAt(end - 2) === CR ? end - 2 : end - 1;
  return last === CR && ending === "cr" ? end - 1 : end;
}

/** The start of every line. A terminator at the end of the text adds no line; an empty text has none. */
export function lineStarts(text: string, ending: LineEnding): number[] {
  const starts: number[] = [];
  for (let at = 0; at < text.length; at = endOfLine(text, at, ending)) starts.push(at);
  return starts;
}

/** How many lines a text (or the part of it between two places that are line borders) has. */
export function countLines(text: string, ending: LineEnding, part = { start: 0, end: text.length }): number {
  let lines = 0;
  for (let at = part.start; at < part.end; at = endOfLine(text, at, ending)) lines += 1;
  return lines;
}

/** The number, counting from 1, of the line that holds the place `at`. */
export function lineNumberAt(text: string, at: number, ending: LineEnding): number {
  return countLines(text, ending, { start: 0, end: startOfLine(text, at, ending) }) + 1;
}

/** The line numbers of places that ascend, found in one pass. */
export function lineNumbersAt(text: string, places: readonly number[], ending: LineEnding): number[] {
  let at = 0;
  let line = 1;
  return places.map((place) => {
    const start = startOfLine(text, place, ending);
    line += countLines(text, ending, { start: at, end: start });
    at = Math.max(at, start);
    return line;
  });
}
