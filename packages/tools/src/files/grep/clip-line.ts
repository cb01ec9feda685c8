import { cutPoint } from "@wield/core";

/** Lines up to this length are shown whole. */
const WINDOW_CHARACTERS = 400;
/** So much of it stands before the match. */
const BEFORE_CHARACTERS = 120;

/** A line, or of a long one the window around `column` (counting from 1) with a sign at each side that is cut. */
export function clipLine(text: string, column = 1): string {
  if (text.length <= WINDOW_CHARACTERS) return text;
  const latest = text.length - WINDOW_CHARACTERS;
  const from = cutPoint(text, Math.min(latest, Math.max(0, column - 1 - BEFORE_CHARACTERS)));
  const to = cutPoint(text, from + WINDOW_CHARACTERS);
  return `${from > 0 ? "…" : ""}${text.slice(from, to)}${to < text.length ? "…" : ""}`;
}
