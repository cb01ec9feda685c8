import { endOfContent, endOfLine, lineNumberAt, startOfLine } from "../../lines/line-rule.ts";
import type { LineEnding } from "../../lines/line-rule.ts";
import { shorten } from "../../../text/shorten.ts";
import type { Finding } from "./finding.ts";

const MAX_LINES = 3;
const MAX_LINE_CHARACTERS = 180;
const MAX_WORDS = 20;

/** Lines that hold one of the anchor's words of at least 8 letters, the longest words first. */
export function findNearLines(text: string, anchor: string, ending: LineEnding): Finding | undefined {
  const words = [...new Set(anchor.match(/[\p{L}\p{N}_]{8,}/gu) ?? [])].toSorted(
    (a, b) => b.length - a.length,
  );
  const starts: number[] = [];
  for (const word of words.slice(0, MAX_WORDS)) {
    let at = text.indexOf(word);
    while (at !== -1 && starts.length < MAX_LINES) {
      const start = startOfLine(text, at, ending);
      if (!starts.includes(start)) starts.push(start);
      at = text.indexOf(word, endOfLine(text, at, ending));
    }
    if (starts.length >= MAX_LINES) break;
  }
  const nearest = starts[0];
  if (nearest === undefined) return undefined;
  const shown = starts.map((start) =>
    lineAt(text, { start, number: lineNumberAt(text, start, ending) }, ending),
  );
  return { sentence: ["Nearest lines:", ...shown].join("\n"), at: nearest };
}

/** The five lines around a place. */
export function surroundings(text: string, at: number, ending: LineEnding): string {
  let start = startOfLine(text, at, ending);
  for (let above = 0; above < 2 && start > 0; above += 1) start = startOfLine(text, start - 1, ending);
  const shown: string[] = [];
  let number = lineNumberAt(text, start, ending);
  for (let line = 0; line < 5 && start < text.length; line += 1) {
    shown.push(lineAt(text, { start, number }, ending));
    number += 1;
    start = endOfLine(text, start, ending);
  }
  return ["The file there:", ...shown].join("\n");
}

function lineAt(
  text: string,
  { start, number }: { start: number; number: number },
  ending: LineEnding,
): string {
  const end = endOfLine(text, start, ending);
  const content = text.slice(start, endOfContent(text, { start, end }, ending));
  return `line ${number}: ${shorten(content, MAX_LINE_CHARACTERS, "...")}`;
}
