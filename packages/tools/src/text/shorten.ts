import { cutPoint } from "@wield/core";

/** The first `max` characters of `text`, and `mark` behind them when there was more. */
export function shorten(text: string, max: number, mark = "…"): string {
  return text.length <= max ? text : text.slice(0, cutPoint(text, max)) + mark;
}
