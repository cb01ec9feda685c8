import { lineNumberAt } from "../../lines/line-rule.ts";
import type { LineEnding } from "../../lines/line-rule.ts";
import type { Finding } from "./finding.ts";
import type { Place } from "./places.ts";

/** The narrowest that fits is the one that fits the whole indentation. */
const WIDTHS = [2, 4, 8];

/** The anchor would match if tabs in the file were blanks, or the other way round. */
export function findTabs(
  text: string,
  anchor: string,
  { places, ending }: { readonly places: readonly Place[]; readonly ending: LineEnding },
): Finding | undefined {
  const fileHasTabs = text.includes("\t");
  if (!fileHasTabs && !anchor.includes("\t")) return undefined;
  const lfAnchor = toLf(anchor);
  for (const place of places) {
    const part = text.slice(place.start, place.end);
    const lfPart = toLf(part);
    if (lfPart.includes(lfAnchor)) continue;
    for (const width of WIDTHS) {
      for (const expand of [toTabStops, toFixedWidth]) {
        const expanded = expand(lfPart, width);
        const found = expanded.indexOf(expand(lfAnchor, width));
        if (found === -1) continue;
        // Line breaks are the same in both forms, so their number leads back to the file.
        const skipped = expanded.slice(0, found).split("\n").length - 1;
        const at = place.start + startOfNthLine(part, skipped);
        const line = lineNumberAt(text, at, ending);
        return { sentence: sentenceFor({ anchor, part, width, line }), at };
      }
    }
  }
  return undefined;
}

function sentenceFor(found: { anchor: string; part: string; width: number; line: number }): string {
  const { width, line } = found;
  return found.part.includes("\t") && !found.anchor.includes("\t")
    ? `The file indents with tabs where old_string has spaces: with a tab width of ${width} it matches at line ${line}.`
    : `The file and old_string differ in tabs and spaces: with a tab width of ${width} it matches at line ${line}.`;
}

function toLf(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

function toFixedWidth(text: string, width: number): string {
  return text.replaceAll("\t", " ".repeat(width));
}

function toTabStops(text: string, width: number): string {
  if (!text.includes("\t")) return text;
  return text
    .split("\n")
    .map((line) => {
      if (!line.includes("\t")) return line;
      let expanded = "";
      for (const [index, piece] of line.split("\t").entries()) {
        if (index > 0) expanded += " ".repeat(width - (expanded.length % width));
        expanded += piece;
      }
      return expanded;
    })
    .join("\n");
}

function startOfNthLine(text: string, skipped: number): number {
  let at = 0;
  for (let line = 0; line < skipped; line += 1) at = text.indexOf("\n", at) + 1;
  return at;
}
