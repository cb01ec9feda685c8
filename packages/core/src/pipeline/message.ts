import { copyJson } from "../contract/json.ts";
import { cutPoint } from "../text/cut-point.ts";
import { quote } from "../text/quote.ts";
import type { Scrubber } from "../text/scrub.ts";

/** Most characters of a sentence that a model reads about a failure. */
export const MOST_MESSAGE_CHARS = 2000;

export function clampMessage(message: string): string {
  if (message.length <= MOST_MESSAGE_CHARS) return message;
  return `${message.slice(0, cutPoint(message, MOST_MESSAGE_CHARS - 1))}…`;
}

/** A failure never says nothing: what is left of a message after cleaning can be blank. */
export function neverBlank(message: string, tool: string): string {
  return message.trim() === "" ? `${quote(tool)} failed, and nothing it said can be shown` : message;
}

/** Words a value for a message; masked before it is shortened, so that no piece of a secret is left. */
export function showMasked(scrubber: Scrubber): (value: unknown) => string {
  return (value) => {
    if (typeof value === "string") return quote(scrubber.text(value));
    if (typeof value !== "object" || value === null) return quote(value);
    try {
      const copy = copyJson(value);
      if (copy !== undefined) return quote(scrubber.json(copy));
    } catch {
      // What cannot be read is told by its kind.
    }
    return Array.isArray(value) ? "a list that is no JSON" : "an object that is no JSON";
  };
}
