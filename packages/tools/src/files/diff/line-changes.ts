import { endOfLine, startOfLine } from "../lines/line-rule.ts";
import type { LineEnding } from "../lines/line-rule.ts";
import { matchedRuns } from "./matched-runs.ts";
import type { Region } from "./region.ts";

/** Whole lines that were replaced by whole lines. Places count characters, line numbers from 0. */
export interface LineChange {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
  readonly oldLine: number;
  readonly newLine: number;
  readonly oldCount: number;
  readonly newCount: number;
}

/** More lines than this on either side of one region are shown as one block instead of being compared. */
const MAX_COMPARED_LINES = 100_000;
/** Bounds a comparison to about a million steps and four megabytes. */
const MAX_EDITS = 1000;

/** The changed lines, in ascending order and made on demand. `regions` ascend and leave out nothing that differs. */
export function* lineChanges(
  before: string,
  after: string,
  shape: { readonly regions: readonly Region[]; readonly ending: LineEnding },
): Generator<LineChange> {
  const { ending } = shape;
  let oldAt = 0;
  let oldLine = 0;
  let newLine = 0;
  for (const whole of wholeLines(before, after, shape)) {
    for (let at = oldAt; at < whole.oldFrom; at = endOfLine(before, at, ending)) {
      oldLine += 1;
      newLine += 1;
    }
    const oldLines = lineEnds(before, { from: whole.oldFrom, to: whole.oldTo }, ending);
    const newLines = lineEnds(after, { from: whole.newFrom, to: whole.newTo }, ending);
    const block = { before, after, whole, oldLines, newLines };
    for (const change of compare(block)) {
      yield { ...change, oldLine: oldLine + change.oldLine, newLine: newLine + change.newLine };
    }
    oldAt = whole.oldTo;
    oldLine += oldLines.length;
    newLine += newLines.length;
  }
}

/** The regions grown to whole lines on both sides, those that then meet made one. */
function* wholeLines(
  before: string,
  after: string,
  { regions, ending }: { readonly regions: readonly Region[]; readonly ending: LineEnding },
): Generator<Region> {
  let current: Region | undefined;
  for (const region of regions) {
    const grown = grow(before, after, { region, ending });
    if (current === undefined) current = grown;
    else if (grown.oldFrom <= current.oldTo || grown.newFrom <= current.newTo) {
      current = {
        oldFrom: Math.min(current.oldFrom, grown.oldFrom),
        oldTo: Math.max(current.oldTo, grown.oldTo),
        newFrom: Math.min(current.newFrom, grown.newFrom),
        newTo: Math.max(current.newTo, grown.newTo),
      };
    } else {
      yield current;
      current = grown;
    }
  }
  if (current !== undefined) yield current;
}

function grow(
  before: string,
  after: string,
  { region, ending }: { readonly region: Region; readonly ending: LineEnding },
): Region {
  // A CR in front may become one terminator with an LF that came or went.
  const back = before[region.oldFrom - 1] === "\r" && after[region.newFrom - 1] === "\r" ? 1 : 0;
  const oldFrom = startOfLine(before, region.oldFrom - back, ending);
  const newFrom = startOfLine(after, region.newFrom - back, ending);
  const isAtBorder = isLineStart(before, region.oldTo, ending) && isLineStart(after, region.newTo, ending);
  return {
    oldFrom,
    newFrom,
    oldTo: isAtBorder ? region.oldTo : endOfLine(before, region.oldTo, ending),
    newTo: isAtBorder ? region.newTo : endOfLine(after, region.newTo, ending),
  };
}

function isLineStart(text: string, at: number, ending: LineEnding): boolean {
  return startOfLine(text, at, ending) === at;
}

function lineEnds(text: string, part: { from: number; to: number }, ending: LineEnding): number[] {
  const ends: number[] = [];
  for (let at = part.from; at < part.to;) {
    at = endOfLine(text, at, ending);
    ends.push(at);
  }
  return ends;
}

interface Block {
  readonly before: string;
  readonly after: string;
  readonly whole: Region;
  readonly oldLines: readonly number[];
  readonly newLines: readonly number[];
}

function* compare(block: Block): Generator<LineChange> {
  const { oldLines, newLines } = block;
  let oldDone = 0;
  let newDone = 0;
  for (const run of [...unchangedRuns(block), { a: oldLines.length, b: newLines.length, length: 0 }]) {
    if (run.a > oldDone || run.b > newDone) {
      yield {
        oldStart: oldLines[oldDone - 1] ?? block.whole.oldFrom,
        oldEnd: oldLines[run.a - 1] ?? block.whole.oldFrom,
        newStart: newLines[newDone - 1] ?? block.whole.newFrom,
        newEnd: newLines[run.b - 1] ?? block.whole.newFrom,
        oldLine: oldDone,
        newLine: newDone,
        oldCount: run.a - oldDone,
        newCount: run.b - newDone,
      };
    }
    oldDone = run.a + run.length;
    newDone = run.b + run.length;
  }
}

function unchangedRuns(block: Block): readonly { a: number; b: number; length: number }[] {
  const { oldLines, newLines } = block;
  if (oldLines.length > MAX_COMPARED_LINES || newLines.length > MAX_COMPARED_LINES) return [];
  const names = new Map<string, number>();
  const named = (text: string, ends: readonly number[], from: number): number[] =>
    ends.map((end, index) => {
      const line = text.slice(ends[index - 1] ?? from, end);
      const known = names.get(line);
      if (known !== undefined) return known;
      names.set(line, names.size);
      return names.size - 1;
    });
  const old = named(block.before, oldLines, block.whole.oldFrom);
  return matchedRuns(old, named(block.after, newLines, block.whole.newFrom), MAX_EDITS) ?? [];
}
