import { fail, value, type Outcome } from "../contract/result.ts";

/** What a backslash keeps its meaning before, inside double quotes. */
const ESCAPED_IN_QUOTES = new Set(['"', "\\", "$", "`", "\n"]);

/**
 * Splits a line into words as a shell does: blanks part them, quotes and backslashes keep characters as they are.
 * Nothing is expanded. Fails with `unclosed_quote` naming where the quote was opened.
 */
export function splitWords(line: string): Outcome<readonly string[]> {
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  while (at < line.length) {
    const character = line.charAt(at);
    if (character === "'" || character === '"') {
      const quoted = readQuoted(line, at);
      if (quoted === undefined) return unclosed(line, at);
      word = (word ?? "") + quoted.text;
      at = quoted.end;
    } else if (character === "\\") {
      const next = line.charAt(at + 1);
      // A backslash at the end of the line stands for itself: there is nothing left that it could keep.
      if (next !== "\n") word = (word ?? "") + (next === "" ? "\\" : next);
      at += 2;
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      at += 1;
    } else {
      word = (word ?? "") + character;
      at += 1;
    }
  }
  if (word !== undefined) words.push(word);
  return value(words);
}

function readQuoted(
  line: string,
  start: number,
): { readonly text: string; readonly end: number } | undefined {
  const quote = line.charAt(start);
  let text = "";
  for (let at = start + 1; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === quote) return { text, end: at + 1 };
    const next = line.charAt(at + 1);
    if (quote === '"' && character === "\\" && ESCAPED_IN_QUOTES.has(next)) {
      if (next !== "\n") text += next;
      at += 1;
    } else {
      text += character;
    }
  }
  return undefined;
}

function unclosed(line: string, at: number): Outcome<never> {
  const quote = line.charAt(at);
  return fail("unclosed_quote", `the quote ${quote} at character ${at + 1} is not closed`, {
    hint: `close it with ${quote}, or put a backslash before it if it is meant as a character.`,
  });
}
