import type { Colours } from "./colours.ts";
import { showControlCodes } from "./control-codes.ts";
import { signWidth } from "./display-width.ts";
import { graphemes } from "./graphemes.ts";

export type TextStyle = keyof Colours;

/** A piece of text with one look. Its text holds no line break and nothing that a terminal obeys. */
export interface Span {
  readonly text: string;
  readonly styles: readonly TextStyle[];
}

export type StyledLine = readonly Span[];

/** Text from anywhere as a span: what a terminal would obey is shown, a tab becomes blanks. */
export function span(text: string, ...styles: readonly TextStyle[]): Span {
  return { text: showControlCodes(text).replaceAll("\t", "    ").replaceAll(/\r?\n/g, " "), styles };
}

export function paintLine(line: StyledLine, colours: Colours): string {
  return line
    .map(({ text, styles }) => styles.reduce((painted, style) => colours[style](painted), text))
    .join("");
}

export interface WrapOptions {
  readonly columns: number;
  /** Stands before the first line, and before the others. */
  readonly first?: StyledLine;
  readonly rest?: StyledLine;
  /** Keep blanks as they are and break only where a line ends, as code wants it. */
  readonly isVerbatim?: boolean;
}

/** Breaks a line at blanks into lines that fit; a word that is longer than a line is broken where the line ends. */
export function wrapSpans(line: StyledLine, options: WrapOptions): StyledLine[] {
  const { first = [], rest = first } = options;
  const lines: StyledLine[] = [];
  let current: Span[] = [];
  let used = 0;
  const room = (): number => Math.max(1, options.columns - lineWidth(lines.length === 0 ? first : rest));
  const end = (): void => {
    lines.push([...(lines.length === 0 ? first : rest), ...current]);
    current = [];
    used = 0;
  };
  const put = (text: string, width: number, styles: readonly TextStyle[]): void => {
    const last = current.at(-1);
    if (last?.styles === styles) current[current.length - 1] = { text: last.text + text, styles };
    else current.push({ text, styles });
    used += width;
  };
  for (const { words, width } of wordsOf(line, options.isVerbatim === true)) {
    const isBlank = words.every(({ text }) => text.trim() === "");
    if (used + width <= room()) {
      // A line that was broken does not begin with the blank it was broken at.
      if (isBlank && used === 0 && lines.length > 0 && options.isVerbatim !== true) continue;
      for (const word of words) put(word.text, word.width, word.styles);
      continue;
    }
    if (isBlank && options.isVerbatim !== true) {
      if (used > 0) end();
      continue;
    }
    if (used > 0 && width <= Math.max(1, options.columns - lineWidth(rest)) && options.isVerbatim !== true) {
      trimEnd(current);
      end();
      for (const word of words) put(word.text, word.width, word.styles);
      continue;
    }
    for (const { text, styles } of words) {
      for (const sign of graphemes(text)) {
        const own = signWidth(sign);
        if (used > 0 && used + own > room()) end();
        put(sign, own, styles);
      }
    }
  }
  if (current.length > 0 || lines.length === 0) end();
  return lines;
}

interface Word {
  readonly words: { readonly text: string; readonly width: number; readonly styles: readonly TextStyle[] }[];
  readonly width: number;
}

/** Words and the blanks between them; a word whose look changes inside stays one. */
function wordsOf(line: StyledLine, isVerbatim: boolean): Word[] {
  const words: Word[] = [];
  let wasBlank: boolean | undefined;
  for (const { text, styles } of line) {
    const parts = isVerbatim ? [text] : text.split(/( +)/);
    for (const part of parts) {
      if (part === "") continue;
      const isBlank = part.trim() === "";
      const width = textWidth(part);
      const last = words.at(-1);
      if (last !== undefined && wasBlank === isBlank && !isVerbatim) {
        last.words.push({ text: part, width, styles });
        words[words.length - 1] = { words: last.words, width: last.width + width };
      } else words.push({ words: [{ text: part, width, styles }], width });
      wasBlank = isBlank;
    }
  }
  return words;
}

function trimEnd(spans: Span[]): void {
  for (let last = spans.at(-1); last !== undefined; last = spans.at(-1)) {
    const text = last.text.trimEnd();
    if (text !== "") {
      spans[spans.length - 1] = { ...last, text };
      return;
    }
    spans.pop();
  }
}

function textWidth(text: string): number {
  return graphemes(text).reduce((sum, sign) => sum + signWidth(sign), 0);
}

export function lineWidth(line: StyledLine): number {
  return line.reduce((sum, { text }) => sum + textWidth(text), 0);
}

/** The line cut to fit, with `…` where something is missing. */
export function cutLine(line: StyledLine, columns: number): StyledLine {
  if (lineWidth(line) <= columns) return line;
  const kept: Span[] = [];
  let used = 0;
  for (const { text, styles } of line) {
    let piece = "";
    for (const sign of graphemes(text)) {
      const own = signWidth(sign);
      if (used + own > columns - 1) {
        return [...kept, { text: `${piece.trimEnd()}…`, styles }];
      }
      piece += sign;
      used += own;
    }
    kept.push({ text: piece, styles });
  }
  return kept;
}
