import type { TextEncoding, TextForm } from "@wield/core";

const NAMES: Readonly<Record<TextEncoding, string>> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16LE",
  "utf-16be": "UTF-16BE",
};

/** What new files are: UTF-8 without a byte-order mark. */
export const NEW_FILE_FORM: TextForm = { encoding: "utf-8", hasBom: false };

/** An encoding as people write it. */
export function encodingName(encoding: TextEncoding): string {
  return NAMES[encoding];
}

/** What to say about a form that was kept while writing; nothing for plain UTF-8. */
export function keptFormNotes(path: string, form: TextForm): string[] {
  if (form.encoding !== "utf-8")
    return [`${path} is ${encodingName(form.encoding)} with a byte-order mark and stays so`];
  return form.hasBom ? [`the byte-order mark of ${path} was kept`] : [];
}
