import { mapStrings, type Json } from "../contract/json.ts";
import { maskPrivateKeys } from "./private-keys.ts";

/** A value that must not be shown, and the name that stands in its place. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

export interface Scrubber {
  /** Masks secrets in text. */
  text(text: string): string;
  /** Masks secrets in all strings of a value, keys included. */
  json<Value extends Json>(value: Value): Value;
  /** How often each of our own masks stands in the text. */
  masksIn(text: string): ReadonlyMap<string, number>;
}

export const KEY_MASK = "[REDACTED_API_KEY]";

const SHORTEST_SECRET = 6;

/** Quick test: text without any of these cannot hold a key of a known shape. */
const KEY_SIGNS = /sk-|AIza|gh[pousr]_|github_pat_|xox[a-z]-|AKIA|[Bb][Ee][Aa][Rr][Ee][Rr]|PRIVATE KEY/;

/** In JSON text a line end is written `\n`: its letter is no part of the word behind it. */
const AFTER_ESCAPE = String.raw`(?<=\\[bfnrt])`;

const KEY_BORDER = String.raw`(?:(?<![A-Za-z0-9_-])|${AFTER_ESCAPE})`;

/** Shapes of keys, from a word border on: 20 characters or more. A digit among them is checked apart. */
const KEY_SHAPES = new RegExp(
  `${KEY_BORDER}(?:sk-|AIza|gh[pousr]_|github_pat_|xox[a-z]-|AKIA)[A-Za-z0-9_-]+`,
  "g",
);

const BEARER = new RegExp(String.raw`${KEY_BORDER}(bearer\s+)([A-Za-z0-9._~+/=-]{20,})`, "gi");

const SHORTEST_KEY = 20;

/** Masks registered secrets first, then the shapes of keys. The list is read once per call of this function. */
export function createScrubber(secrets: readonly Secret[]): Scrubber {
  const registered = secrets
    .filter(({ value }) => value.length >= SHORTEST_SECRET && value.trim() !== "")
    .flatMap(({ name, value }) => formsOf(value).map((form) => ({ name, form })))
    .toSorted((a, b) => b.form.length - a.form.length);
  const masks = new Map(registered.map(({ name, form }) => [form, `[${name}]`]));
  const known =
    registered.length === 0
      ? undefined
      : new RegExp(registered.map(({ form }) => bordered(form)).join("|"), "g");
  const maskNames = [...new Set([...masks.values(), KEY_MASK])];

  const scrubText = (text: string): string => {
    const withoutKnown =
      known === undefined ? text : text.replaceAll(known, (found) => masks.get(found) ?? found);
    return scrubShapes(withoutKnown);
  };
  return {
    text: scrubText,
    json: <Value extends Json>(value: Value) => mapStrings(value, scrubText) as Value,
    masksIn: (text) => {
      const counts = new Map<string, number>();
      for (const mask of maskNames) {
        const count = text.split(mask).length - 1;
        if (count > 0) counts.set(mask, count);
      }
      return counts;
    },
  };
}

/** The value, and how it stands in JSON text when that differs. */
function formsOf(value: string): readonly string[] {
  const inJson = JSON.stringify(value).slice(1, -1);
  return inJson === value ? [value] : [value, inJson];
}

function scrubShapes(text: string): string {
  if (!KEY_SIGNS.test(text)) return text;
  return maskPrivateKeys(text, KEY_MASK)
    .replaceAll(BEARER, (found, word: string, token: string) =>
      /\d/.test(token) ? `${word}${KEY_MASK}` : found,
    )
    .replaceAll(KEY_SHAPES, (found) => (found.length >= SHORTEST_KEY && /\d/.test(found) ? KEY_MASK : found));
}

function bordered(value: string): string {
  const before = /^\w/.test(value) ? `(?:(?<![A-Za-z0-9_])|${AFTER_ESCAPE})` : "";
  const after = /\w$/.test(value) ? "(?![A-Za-z0-9_])" : "";
  return `${before}${value.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")}${after}`;
}
