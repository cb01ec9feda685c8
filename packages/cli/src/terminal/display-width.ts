import { graphemes } from "./graphemes.ts";

/** Signs that take two columns, and those that take none, as common terminals draw them. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|^[\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
const WITHOUT_WIDTH = /^(?:[\p{Mn}\p{Me}]|[\u200b\u200c\u200d]|[\ufe0e\ufe0f])$/u;
const COLOUR_CODE = /\u001b\[[0-9;]*m/g;
const PLAIN = /^[\u0020-\u007e]*$/;
/** What makes a picture of the sign before it, joins two, or is half a flag. */
const MAKES_PICTURE = /[\ufe0f\u200d]|[\u{1f1e6}-\u{1f1ff}]{2}/u;

/** Columns that a text of one line takes. Our own colour codes take none. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const sign of graphemes(text.replaceAll(COLOUR_CODE, ""))) width += signWidth(sign);
  return width;
}

/** Columns that one sign takes. */
export function signWidth(sign: string): number {
  if (WITHOUT_WIDTH.test(sign)) return 0;
  return WIDE.test(sign) || MAKES_PICTURE.test(sign) ? 2 : 1;
}

/** The text cut to `columns`, with `…` where something is missing. For text without colour codes. */
export function cutToWidth(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let kept = "";
  let width = 0;
  for (const sign of graphemes(text)) {
    width += signWidth(sign);
    if (width > columns - 1) break;
    kept += sign;
  }
  return `${kept.trimEnd()}…`;
}

export function padToWidth(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - displayWidth(text)));
}

/**
 * Breaks a paragraph at blanks into lines of at most `columns`. A longer word, such as a path, keeps a line of its
 * own so that it can be copied; with `breaksWords` it is broken where the line ends.
 */
export function wrapText(text: string, columns: number, breaksWords = false): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(" ").filter((part) => part !== "")) {
      for (const piece of breaksWords ? brokenWord(word, columns) : [word]) {
        if (line !== "" && displayWidth(line) + 1 + displayWidth(piece) > columns) {
          lines.push(line);
          line = piece;
        } else {
          line = line === "" ? piece : `${line} ${piece}`;
        }
      }
    }
    lines.push(line);
  }
  return lines;
}

function brokenWord(word: string, columns: number): string[] {
  if (displayWidth(word) <= columns) return [word];
  const pieces: string[] = [];
  let piece = "";
  let width = 0;
  for (const sign of graphemes(word)) {
    const own = signWidth(sign);
    if (width + own > columns && piece !== "") {
      pieces.push(piece);
      piece = "";
      width = 0;
    }
    piece += sign;
    width += own;
  }
  return [...pieces, piece];
}
