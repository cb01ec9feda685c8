import type { Json } from "../contract/json.ts";

/** Control codes other than tab, line feed and carriage return. */
const CONTROL_CODES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Text as a model may read it: well formed, and without control codes unless the bytes are the point. */
export function cleanText(text: string, isVerbatim = false): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return isVerbatim ? wellFormed : wellFormed.replaceAll(CONTROL_CODES, "");
}

/** Lone surrogates replaced in all strings and keys. */
export function wellFormedJson(value: Json): Json {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => wellFormedJson(item as Json));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.toWellFormed(), wellFormedJson(item as Json)]),
  );
}

const DECEPTIVE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Text shown to a person who decides: control, bidirectional and zero-width characters made visible. */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(
      DECEPTIVE,
      (character) => `<U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}>`,
    );
}
