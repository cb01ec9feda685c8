import type { Json } from "../contract/json.ts";

/** A value that must not be shown, and the name that stands in its place. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

export interface Scrubber {
  /** Masks secrets in text. */
  text(text: string): string;
  /** Masks secrets in all strings of a value, keys left alone. */
  json<Value extends Json>(value: Value): Value;
  /** How often each of our own masks stands in the text. */
  masksIn(text: string): ReadonlyMap<string, number>;
}

export const KEY_MASK = "[REDACTED_API_KEY]";

const SHORTEST_SECRET = 6;

/** Quick test: text without any of these cannot hold a key of a known shape. */
const KEY_SIGNS = /sk-|AIza|gh[pousr]_|github_pat_|xox[a-z]-|AKIA|bearer|PRIVATE KEY/i;

/** Shapes of keys, from a word border on: 20 characters or more. A digit among them is checked apart. */
const KEY_SHAPES = /(?<![A-Za-z0-9_-])(?:(?:sk-|AIza|gh[pousr]_|github_pat_|xox[a-z]-|AKIA)[A-Za-z0-9_-]+)/g;

const BEARER = /(?<![A-Za-z0-9_-])(bearer\s+)([A-Za-z0-9._~+/=-]{20,})/gi;

const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$(?![\s\S]))/g;

const SHORTEST_KEY = 20;

/** Masks registered secrets first, then the shapes of keys. The list is read once per call of this function. */
export function createScrubber(secrets: readonly Secret[]): Scrubber {
  const registered = secrets
    .filter((secret) => secret.value.length >= SHORTEST_SECRET)
    .toSorted((a, b) => b.value.length - a.value.length);
  const masks = new Map(registered.map((secret) => [secret.value, `[${secret.name}]`]));
  const known =
    registered.length === 0
      ? undefined
      : new RegExp(registered.map((secret) => bordered(secret.value)).join("|"), "g");
  const maskNames = [...new Set([...masks.values(), KEY_MASK])];

  const scrubText = (text: string): string => {
    const withoutKnown =
      known === undefined ? text : text.replaceAll(known, (found) => masks.get(found) ?? found);
    return scrubShapes(withoutKnown);
  };
  const scrubJson = (value: Json): Json => {
    if (typeof value === "string") return scrubText(value);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => scrubJson(item as Json));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, scrubJson(item as Json)]));
  };
  return {
    text: scrubText,
    json: <Value extends Json>(value: Value) => scrubJson(value) as Value,
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

function scrubShapes(text: string): string {
  if (!KEY_SIGNS.test(text)) return text;
  return text
    .replaceAll(PRIVATE_KEY, KEY_MASK)
    .replaceAll(BEARER, (found, word: string, token: string) =>
      /\d/.test(token) ? `${word}${KEY_MASK}` : found,
    )
    .replaceAll(KEY_SHAPES, (found) => (found.length >= SHORTEST_KEY && /\d/.test(found) ? KEY_MASK : found));
}

function bordered(value: string): string {
  const before = /^\w/.test(value) ? "(?<![A-Za-z0-9_])" : "";
  const after = /\w$/.test(value) ? "(?![A-Za-z0-9_])" : "";
  return `${before}${value.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")}${after}`;
}
