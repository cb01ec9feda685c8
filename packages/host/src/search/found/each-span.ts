import { value } from "@wield/core";
import type { Outcome } from "@wield/core";
import { brokenOff } from "../ripgrep/check-pattern.ts";
import { runRipgrep } from "../ripgrep/run-ripgrep.ts";
import { invalidPattern, patternArguments, patternReason } from "../ripgrep/search-pattern.ts";
import { COMMON_ARGUMENTS } from "../ripgrep/tree-arguments.ts";
import type { NormalText } from "../text/normal-text.ts";
import type { LineSearch } from "./each-line.ts";
import type { Place } from "./place.ts";

const LF = 0x0a;

/** Tells the matches in a text, which may span lines, in order. */
export async function eachSpan(
  text: NormalText,
  search: LineSearch,
  onPlace: (place: Place) => void,
): Promise<Outcome<void>> {
  let count = 0;
  const parts: Buffer[] = [];
  const end = await runRipgrep({
    args: [
      ...COMMON_ARGUMENTS,
      "--encoding=none",
      "--json",
      ...patternArguments(search.regex, search.options),
      "-",
    ],
    input: [text.bytes],
    signal: search.signal,
    onOutput(piece) {
      let from = 0;
      for (let at = piece.indexOf(LF); at !== -1; at = piece.indexOf(LF, from)) {
        const line = Buffer.concat([...parts.splice(0), piece.subarray(from, at)]).toString("utf8");
        from = at + 1;
        for (const [start, stop] of spansIn(line)) {
          if (count >= search.most) return false;
          count += 1;
          onPlace(placeOf(text, start, stop));
        }
      }
      parts.push(piece.subarray(from));
      return true;
    },
  });
  if (!end.ok) return end;
  if (end.value.kind === "broken") return brokenOff(end.value.reason);
  if (end.value.kind === "failed") return invalidPattern(patternReason(end.value.reason));
  return value(undefined);
}

interface Message {
  readonly type: string;
  readonly data: {
    readonly absolute_offset: number;
    readonly submatches: readonly { readonly start: number; readonly end: number }[];
  };
}

/** First and last byte positions of the matches that one message tells. */
function spansIn(line: string): readonly (readonly [start: number, stop: number])[] {
  const { type, data } = JSON.parse(line) as Message;
  if (type !== "match") return [];
  return data.submatches.map(({ start, end }) => [data.absolute_offset + start, data.absolute_offset + end]);
}

function placeOf(text: NormalText, start: number, stop: number): Place {
  const line = lineAt(text, start);
  // A match that ends with a line break ends in the line before it.
  const lastLine = Math.max(line, lineAt(text, Math.max(start, stop - 1)));
  return { line, lastLine, byteColumn: start - (text.starts[line - 1] ?? 0) + 1 };
}

/** The line, counting from 1, that holds a byte. */
function lineAt({ starts }: NormalText, at: number): number {
  let low = 0;
  let high = Math.max(0, starts.length - 2);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
