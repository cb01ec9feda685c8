import { cutPoint } from "@wield/core";

/**
 * Head and tail of a text that is longer, two thirds and one; a line between them says how much is missing, and
 * `where` it is.
 */
export function cutMiddle(text: string, mostCharacters: number, where: string): string {
  if (text.length <= mostCharacters) return text;
  const head = text.slice(0, cutPoint(text, Math.floor((mostCharacters * 2) / 3)));
  const tail = text.slice(cutPoint(text, text.length - (mostCharacters - head.length)));
  const cut = text.length - head.length - tail.length;
  return `${head}\n… ${cut} characters cut to save room; ${where}\n${tail}`;
}
