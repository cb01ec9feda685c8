import { endOfContent, endOfLine, majorityEnding, startOfLine } from "../lines/line-rule.ts";
import type { LineEnding } from "../lines/line-rule.ts";
import { clipPair } from "./clip-pair.ts";
import { lineChanges } from "./line-changes.ts";
import type { LineChange } from "./line-changes.ts";
import { changedRegion } from "./region.ts";
import type { Region } from "./region.ts";

export interface UnifiedDiff {
  /** Empty when the texts are equal. */
  readonly text: string;
  /** True when lines were left out, or shortened, to keep it small. */
  readonly isTruncated: boolean;
}

export interface DiffOptions {
  readonly path: string;
  /** Lines of the whole diff, headers counted. */
  readonly maxLines: number;
  /** Where the texts differ, when that is known; finding it out reads both. */
  readonly regions?: readonly Region[];
}

const CONTEXT = 3;

interface Hunk {
  readonly changes: LineChange[];
}

/**
 * What has to be done to `before` to get `after`, in unified form. Its cost depends on what changed and on
 * `maxLines`, not on the size of the texts; where too much changed to compare, whole blocks are shown.
 */
export function unifiedDiff(before: string, after: string, options: DiffOptions): UnifiedDiff {
  const regions = options.regions ?? [changedRegion(before, after)].filter((region) => region !== undefined);
  const ending = majorityEnding(before === "" ? after : before);
  const draft: Draft = { maxLines: options.maxLines, lines: [], isFull: false, isShortened: false };
  for (const hunk of hunks(lineChanges(before, after, { regions, ending }))) {
    if (draft.lines.length === 0) {
      add(draft, `--- ${options.path}`);
      add(draft, `+++ ${options.path}`);
    }
    writeHunk(draft, hunk, { before, after, ending });
    if (draft.isFull) break;
  }
  return {
    text: draft.lines.map((line) => `${line}\n`).join(""),
    isTruncated: draft.isFull || draft.isShortened,
  };
}

/** The diff as far as it is written. */
interface Draft {
  readonly maxLines: number;
  readonly lines: string[];
  isFull: boolean;
  isShortened: boolean;
}

function add(draft: Draft, line: string): void {
  if (draft.lines.length < draft.maxLines) draft.lines.push(line);
  else draft.isFull = true;
}

function* hunks(changes: Iterable<LineChange>): Generator<Hunk> {
  let hunk: Hunk | undefined;
  for (const change of changes) {
    const previous = hunk?.changes.at(-1);
    if (hunk !== undefined && previous !== undefined) {
      if (change.oldLine - (previous.oldLine + previous.oldCount) <= 2 * CONTEXT) {
        hunk.changes.push(change);
        continue;
      }
      yield hunk;
    }
    hunk = { changes: [change] };
  }
  if (hunk !== undefined) yield hunk;
}

interface Texts {
  readonly before: string;
  readonly after: string;
  readonly ending: LineEnding;
}

function writeHunk(draft: Draft, { changes }: Hunk, texts: Texts): void {
  const first = changes[0];
  const last = changes.at(-1);
  if (first === undefined || last === undefined) return;
  const { before, ending } = texts;

  let start = first.oldStart;
  let lead = 0;
  while (lead < CONTEXT && start > 0) {
    start = startOfLine(before, start - 1, ending);
    lead += 1;
  }
  let end = last.oldEnd;
  let trail = 0;
  while (trail < CONTEXT && end < before.length) {
    end = endOfLine(before, end, ending);
    trail += 1;
  }
  const oldCount = last.oldLine + last.oldCount - first.oldLine + lead + trail;
  const newCount = last.newLine + last.newCount - first.newLine + lead + trail;
  add(draft, `@@ -${range(first.oldLine - lead, oldCount)} +${range(first.newLine - lead, newCount)} @@`);

  let at = start;
  for (const change of changes) {
    writeLines(draft, { text: before, from: at, to: change.oldStart, ending }, " ");
    writeChange(draft, change, texts);
    at = change.oldEnd;
    if (draft.isFull) return;
  }
  writeLines(draft, { text: before, from: at, to: end, ending }, " ");
}

function range(line: number, count: number): string {
  const shown = count === 0 ? line : line + 1;
  return count === 1 ? `${shown}` : `${shown},${count}`;
}

interface Stretch {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly ending: LineEnding;
}

function writeChange(draft: Draft, change: LineChange, { before, after, ending }: Texts): void {
  const isPaired = change.oldCount === change.newCount;
  const old = { text: before, from: change.oldStart, to: change.oldEnd, ending };
  const fresh = { text: after, from: change.newStart, to: change.newEnd, ending };
  writeLines(draft, old, "-", isPaired ? fresh : undefined);
  writeLines(draft, fresh, "+", isPaired ? old : undefined);
}

/** `other` has as many lines; a long line is then shown where it differs from its partner. */
function writeLines(draft: Draft, stretch: Stretch, sign: string, other?: Stretch): void {
  const { text, ending } = stretch;
  let at = stretch.from;
  let otherAt = other?.from ?? 0;
  while (at < stretch.to && !draft.isFull) {
    const end = endOfLine(text, at, ending);
    const line = shownLine(text, { start: at, end }, ending);
    let partner = "";
    if (other !== undefined) {
      const otherEnd = endOfLine(other.text, otherAt, ending);
      partner = shownLine(other.text, { start: otherAt, end: otherEnd }, ending);
      otherAt = otherEnd;
    }
    const clipped = clipPair(line, partner);
    if (clipped !== line) draft.isShortened = true;
    add(draft, sign + clipped);
    if (end === text.length && !text.endsWith("\n") && !(ending === "cr" && text.endsWith("\r"))) {
      add(draft, "\\ No newline at end of file");
    }
    at = end;
  }
}

/** Without its LF, or its CR where that ends lines; the CR of a CRLF stays, or a changed ending would not show. */
function shownLine(text: string, line: { start: number; end: number }, ending: LineEnding): string {
  if (ending === "cr") return text.slice(line.start, endOfContent(text, line, ending));
  return text.slice(line.start, text[line.end - 1] === "\n" ? line.end - 1 : line.end);
}
