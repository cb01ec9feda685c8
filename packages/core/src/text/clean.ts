import { mapStrings, type Json } from "../contract/json.ts";

/** Control codes other than tab, line feed and carriage return. */
const CONTROL_CODES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Text as a model may read it: well formed, and without control codes unless the bytes are the point. */
export function cleanText(text: string, isVerbatim = false): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return isVerbatim ? wellFormed : wellFormed.replaceAll(CONTROL_CODES, "");
}

/** Lone surrogates replaced in all strings and keys. */
export function wellFormedJson(value: Json): Json {
  return mapStrings(value, (text) => text.toWellFormed());
}

/**
 * Control codes other than tab and line feed, and whatever takes no room or turns the direction of what follows.
 * Emoji and text presentation stay: they change a picture, not what is read.
 */
const DECEPTIVE =
  /(?![\ufe0e\ufe0f])[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;

/** Text shown to a person who decides: control, bidirectional and zero-width characters made visible. */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(
      DECEPTIVE,
      (character) => `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`,
    );
}

/** As one line: every line end and the blanks around it become one blank. */
export function oneLine(text: string): string {
  return text
    .split(/[\n\r\u000b\u000c\u0085\u2028\u2029]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
}
