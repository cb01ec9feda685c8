/** A text in the letters that every provider takes in names and ids: each other character becomes one underscore. */
export function nameLetters(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]/gu, "_");
}
