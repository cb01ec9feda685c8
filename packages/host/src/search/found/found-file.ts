import type { FoundFile, FoundLine, FoundMatch, SearchOptions } from "@wield/core";
import { viewLine } from "../text/line-view.ts";
import type { LineView } from "../text/line-view.ts";
import { lineBytes, lineCount } from "../text/normal-text.ts";
import type { NormalText } from "../text/normal-text.ts";
import type { Place } from "./place.ts";

export type Showing = Pick<SearchOptions, "context" | "maxMatchLines" | "clip">;

/** The lines of a text, counting from 1. */
export interface ViewedLines {
  readonly count: number;
  view(line: number, byteColumn?: number): LineView;
}

export interface FoundIn {
  /** Display path. */
  readonly path: string;
  readonly count: number;
  readonly text: ViewedLines;
  /** Matches of the page. */
  readonly places: readonly Place[];
}

export function viewedLines(text: NormalText): ViewedLines {
  return { count: lineCount(text), view: (line, byteColumn) => viewLine(lineBytes(text, line), byteColumn) };
}

/** The lines of the matches with those around them, each once. */
export function foundFile({ path, count, text, places }: FoundIn, showing: Showing): FoundFile {
  const first = new Map<number, Place>();
  for (const place of places) if (!first.has(place.line)) first.set(place.line, place);
  const matching = new Set<number>();
  for (const place of places) {
    for (let line = place.line; line <= lastShownLine(place, showing); line += 1) matching.add(line);
  }
  const lines = new Map<number, FoundLine>();
  for (const number of shownLines(places, text.count, showing)) {
    lines.set(
      number,
      foundLine(text, number, { place: first.get(number), isMatch: matching.has(number), showing }),
    );
  }
  return {
    path,
    count,
    lines: [...lines.values()],
    matches: places.map((place): FoundMatch => {
      const { line, lastLine, byteColumn } = place;
      const texts: string[] = [];
      for (let at = line; at <= lastShownLine(place, showing); at += 1) texts.push(lines.get(at)?.text ?? "");
      const { before, column = 1 } = text.view(line, byteColumn);
      return { line, lastLine, column: before + column, text: texts.join("\n") };
    }),
  };
}

interface Shown {
  readonly place: Place | undefined;
  readonly isMatch: boolean;
  readonly showing: Showing;
}

function foundLine(text: ViewedLines, number: number, { place, isMatch, showing }: Shown): FoundLine {
  const view = text.view(number, place?.byteColumn);
  const clipped = showing.clip(view.text, view.column);
  return {
    number,
    text: clipped,
    isMatch,
    isClipped: !view.isWhole || clipped !== view.text,
    ...(view.column === undefined ? {} : { column: view.before + view.column }),
  };
}

/** Numbers of the lines that are shown, ascending. */
export function shownLines(
  places: readonly Place[],
  count: number,
  showing: Pick<SearchOptions, "context" | "maxMatchLines">,
): readonly number[] {
  const shown = new Set<number>();
  const add = (from: number, to: number): void => {
    for (let line = Math.max(1, from); line <= Math.min(count, to); line += 1) shown.add(line);
  };
  for (const place of places) {
    add(place.line - showing.context, lastShownLine(place, showing));
    add(place.lastLine + 1, place.lastLine + showing.context);
  }
  return [...shown].toSorted((left, right) => left - right);
}

function lastShownLine(
  { line, lastLine }: Place,
  { maxMatchLines }: Pick<SearchOptions, "maxMatchLines">,
): number {
  return Math.min(lastLine, line + maxMatchLines - 1);
}
