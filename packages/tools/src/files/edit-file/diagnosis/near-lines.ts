import { endOfContent, endOfLine, lineNumberAt, lineNumbersAt, startOfLine } from "../../lines/line-rule.ts";
import type { LineEnding } from "../../lines/line-rule.ts";
import { shorten } from "../../../text/shorten.ts";
import type { Finding } from "./finding.ts";

const MAX_LINES = 3;
const MAX_LINE_CHARACTERS = 180;
const MAX_WORDS = 20;
/** Of a word that is everywhere, only so many lines are compared. */
const MAX_CANDIDATES = 1000;

/**
 * Lines that hold one of the anchor's words of at least 8 letters, the longest words first; of many lines with
 * one word those that have most else in common with the anchor.
 */
export function findNearLines(text: string, anchor: string, ending: LineEnding): Finding | undefined {
  const tokens = [...new Set(anchor.match(/[\p{L}\p{N}_]+/gu) ?? [])];
  const words = tokens
    .filter((token) => token.length >= 8)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_WORDS);
  const found: Candidate[] = [];
  for (const word of words) {
    if (found.length >= MAX_LINES) break;
    const fresh = linesWith(text, word, { tokens, ending }).filter(
      ({ start }) => !found.some((known) => known.start === start),
    );
    const best = fresh.toSorted((a, b) => b.score - a.score).slice(0, MAX_LINES - found.length);
    found.push(...best);
  }
  const nearest = found.reduce<Candidate | undefined>(
    (best, candidate) => (best === undefined || candidate.score > best.score ? candidate : best),
    undefined,
  );
  if (nearest === undefined) return undefined;
  const starts = found.map(({ start }) => start).toSorted((a, b) => a - b);
  const numbers = lineNumbersAt(text, starts, ending);
  const shown = starts.map((start, index) => lineAt(text, { start, number: numbers[index] ?? 0 }, ending));
  return { sentence: ["Nearest lines:", ...shown].join("\n"), at: nearest.start };
}

interface Candidate {
  readonly start: number;
  /** How many of the anchor's words stand in the line. */
  readonly score: number;
}

function linesWith(
  text: string,
  word: string,
  { tokens, ending }: { readonly tokens: readonly string[]; readonly ending: LineEnding },
): Candidate[] {
  const compared = tokens.slice(0, 100);
  const candidates: Candidate[] = [];
  let at = text.indexOf(word);
  while (at !== -1 && candidates.length < MAX_CANDIDATES) {
    const start = startOfLine(text, at, ending);
    const end = endOfLine(text, at, ending);
    const line = text.slice(start, Math.min(end, start + 2000));
    candidates.push({ start, score: compared.filter((token) => line.includes(token)).length });
    at = text.indexOf(word, end);
  }
  return candidates;
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
