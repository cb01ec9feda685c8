import { value } from "@wield/core";
import type { Outcome } from "@wield/core";
import { brokenOff } from "../ripgrep/check-pattern.ts";
import { runRipgrep } from "../ripgrep/run-ripgrep.ts";
import { COMMON_ARGUMENTS } from "../ripgrep/tree-arguments.ts";
import {
  invalidPattern,
  patternArguments,
  patternReason,
  withRestOfLine,
} from "../ripgrep/search-pattern.ts";
import type { PatternOptions } from "../ripgrep/search-pattern.ts";
import { lineCount } from "../text/normal-text.ts";
import type { NormalText } from "../text/normal-text.ts";
import type { Place } from "./place.ts";

export interface LineSearch {
  readonly regex: string;
  readonly options: PatternOptions;
  /** No more matching lines are looked for, over all texts. */
  readonly most: number;
  readonly signal: AbortSignal;
}

/** What a file handed to the program is called there. */
const DESCRIPTOR = "/dev/fd/3";

/** Told of each match with the number of its text, counting from 0. */
export type OnPlace = (index: number, place: Place) => void;

/** Tells the matching lines of several texts in order, all found by one run of the engine. */
export async function eachLine(
  texts: readonly NormalText[],
  search: LineSearch,
  onPlace: OnPlace,
): Promise<Outcome<void>> {
  let index = 0;
  let linesBefore = 0;
  return findNumberedLines(
    { input: () => texts.map(({ bytes }) => bytes) },
    search,
    ({ line, byteColumn }) => {
      // The texts are read one behind the other, and so are their lines numbered.
      for (;;) {
        const text = texts[index];
        if (text === undefined) return false;
        if (line <= linesBefore + lineCount(text)) break;
        linesBefore += lineCount(text);
        index += 1;
      }
      onPlace(index, { line: line - linesBefore, lastLine: line - linesBefore, byteColumn });
      return true;
    },
  );
}

/** A text whose lines LF ends: its pieces, or an open file that is such a text as it is. */
export type NumberedText =
  | { input(): Iterable<Uint8Array> | AsyncIterable<Uint8Array> }
  | { readonly file: number };

/** Tells the matching lines of a text, in order, until `onLine` answers false. */
export async function findNumberedLines(
  text: NumberedText,
  search: LineSearch,
  onLine: (place: Pick<Place, "line" | "byteColumn">) => boolean,
): Promise<Outcome<void>> {
  const isFile = "file" in text;
  let reason = "";
  // The rest of the line makes a pattern larger, perhaps too large.
  for (const regex of [withRestOfLine(search.regex), search.regex]) {
    const end = await runRipgrep({
      args: [
        ...COMMON_ARGUMENTS,
        "--encoding=none",
        "--line-number",
        "--column",
        "--max-columns=1",
        `--max-count=${search.most}`,
        ...patternArguments(regex, search.options),
        isFile ? DESCRIPTOR : "-",
      ],
      ...(isFile ? { file: text.file } : { input: text.input() }),
      signal: search.signal,
      onOutput: createNumberParser(onLine),
    });
    if (!end.ok) return end;
    if (end.value.kind === "broken") return brokenOff(end.value.reason);
    if (end.value.kind !== "failed") return value(undefined);
    ({ reason } = end.value);
  }
  return invalidPattern(patternReason(reason));
}

/** Reads `line:column:…` lines that come in pieces. */
function createNumberParser(
  onLine: (place: Pick<Place, "line" | "byteColumn">) => boolean,
): (piece: Buffer) => boolean {
  let rest = "";
  return (piece) => {
    const lines = (rest + piece.toString("latin1")).split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) {
      const [, line, column] = /^(\d+):(\d+):/.exec(text) ?? [];
      if (line === undefined || column === undefined) continue;
      if (!onLine({ line: Number(line), byteColumn: Number(column) })) return false;
    }
    return true;
  };
}
