/**
 * What a terminal would obey instead of showing: control codes (a carriage return too, unless it ends a line with
 * its line feed), and the marks that change the order in which a line is read.
 */
const OBEYED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\r(?!\n)/g;

/** Text for a terminal: every code it would obey is shown as `<U+001B>`. */
export function showControlCodes(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(OBEYED, (code) => `<U+${code.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}>`);
}
