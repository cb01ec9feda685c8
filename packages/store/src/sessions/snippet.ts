import { cutPoint } from "@wield/core";
import type { SearchTerm } from "./search-terms.ts";

const ABOUT_CHARACTERS = 240;

/** The place of a text where a term first occurs, on one line, with what was looked for between `**`. */
export function snippet(text: string, terms: readonly SearchTerm[]): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const looked = new RegExp(terms.flatMap(patternsOf).join("|") || "$^", "giu");
  const first = Math.max(0, line.search(looked));
  const from = cutPoint(line, first <= ABOUT_CHARACTERS / 3 ? 0 : first - ABOUT_CHARACTERS / 3);
  const to = cutPoint(line, Math.min(line.length, from + ABOUT_CHARACTERS));
  const shown = line.slice(from, to).replaceAll(looked, (found) => `**${found}**`);
  return `${from > 0 ? "… " : ""}${shown}${to < line.length ? " …" : ""}`;
}

function patternsOf(term: SearchTerm): readonly string[] {
  return (term.kind === "part" ? [term.text] : term.words)
    .filter((word) => word !== "")
    .map((word) =>
      term.kind === "part"
        ? RegExp.escape(word)
        : String.raw`(?<![\p{L}\p{N}])${RegExp.escape(word)}(?![\p{L}\p{N}])`,
    );
}
