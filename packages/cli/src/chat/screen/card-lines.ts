import { paintDiff } from "../../terminal/paint-diff.ts";
import { showControlCodes } from "../../terminal/control-codes.ts";
import { cutToWidth, displayWidth, wrapText } from "../../terminal/display-width.ts";
import { cutLine, paintLine, span } from "../../terminal/styled-text.ts";
import type { Span, TextStyle } from "../../terminal/styled-text.ts";
import { shownDuration } from "../../terminal/times.ts";
import type { CallCard } from "../transcript/transcript.ts";
import { callWords } from "./call-words.ts";
import type { LinesView } from "./lines-view.ts";

const DIFF_LINES = 20;
const FAILURE_LINES = 4;
/** A sentence about what went wrong is read whole; a long line of output is not. */
const ROWS_OF_A_LINE = 3;

type Status = NonNullable<CallCard["end"]>["status"];

const MARKS: ReadonlyMap<Status, readonly [string, TextStyle]> = new Map<
  Status,
  readonly [string, TextStyle]
>([
  ["ok", ["✓", "green"]],
  ["failed", ["✗", "red"]],
  ["denied", ["⊘", "yellow"]],
  ["cancelled", ["■", "yellow"]],
  ["interrupted", ["■", "yellow"]],
]);

/** A call as one line; below it the diff of a change, and why a call failed. */
export function cardLines(card: CallCard, view: LinesView): readonly string[] {
  const { columns, colours } = view;
  const indent = card.parentId === undefined ? "" : "  ";
  const title = paintLine(cutLine(titleSpans(card, view.now, indent), columns), colours);
  return [title, ...belowLines(card, view).map((line) => indent + line)];
}

function titleSpans(card: CallCard, now: number, indent: string): readonly Span[] {
  const { end, progress } = card;
  const [mark, style] =
    end === undefined ? (["◌", "cyan"] as const) : (MARKS.get(end.status) ?? ["?", "dim"]);
  const spans = [
    span(`${indent}${mark} `, style),
    span(card.tool, "bold"),
    span(` ${callWords(card.input)}`),
  ];
  if (end === undefined) {
    if (progress !== undefined) spans.push(span(` · ${progressText(progress)}`, "cyan"));
    const elapsed = now - card.startedAt;
    if (elapsed >= 1000) spans.push(span(` · ${Math.floor(elapsed / 1000)} s`, "dim"));
    return spans;
  }
  if (end.status !== "ok") spans.push(span(` · ${end.status}`, style));
  const counts = end.diff === undefined ? "" : ` ${diffCounts(end.diff)}`;
  const took = end.durationMs === undefined ? "" : ` · ${shownDuration(end.durationMs)}`;
  return [...spans, span(counts + took, "dim")];
}

function progressText({ message, fraction }: NonNullable<CallCard["progress"]>): string {
  return fraction === undefined ? message : `${message} (${Math.round(fraction * 100)} %)`;
}

function diffCounts(diff: string): string {
  const lines = diff.split("\n");
  const added = lines.filter((line) => /^\+(?!\+\+ )/.test(line)).length;
  const removed = lines.filter((line) => /^-(?!-- )/.test(line)).length;
  return `+${added} −${removed}`;
}

function belowLines({ end }: CallCard, { columns, colours }: LinesView): readonly string[] {
  if (end === undefined) return [];
  const fit = (line: string): string =>
    `  ${cutToWidth(showControlCodes(line).replaceAll("\t", "    "), columns - 4)}`;
  if (end.status === "failed" || end.status === "denied") {
    return firstLines(end.text, FAILURE_LINES)
      .flatMap((line) => rowsOf(line, columns - 4))
      .map((line) => colours.dim(fit(line)));
  }
  if (end.diff === undefined) return [];
  const body = end.diff.split("\n").filter((line) => !/^(?:---|\+\+\+) /.test(line) && line !== "");
  const shown = body.slice(0, DIFF_LINES).map(fit).join("\n");
  const more = body.length - DIFF_LINES;
  return [
    ...shown
      .split("\n")
      .map((line) => `  ${paintDiff(`@@ \n${line.slice(2)}`, colours).split("\n")[1] ?? ""}`),
    ...(more > 0 ? [colours.dim(`  … ${more} more lines`)] : []),
  ];
}

function rowsOf(line: string, columns: number): readonly string[] {
  if (displayWidth(line) <= columns) return [line];
  const rows = wrapText(line, columns, true);
  return rows.length <= ROWS_OF_A_LINE
    ? rows
    : [...rows.slice(0, ROWS_OF_A_LINE - 1), rows.slice(ROWS_OF_A_LINE - 1).join(" ")];
}

function firstLines(text: string, count: number): readonly string[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.length <= count ? lines : [...lines.slice(0, count), `… ${lines.length - count} more lines`];
}

/** What a call got and gave, for the key that opens it. */
export function openedLines(card: CallCard, { columns, colours }: LinesView): readonly string[] {
  const { end } = card;
  const text = showControlCodes(end?.text ?? "").trimEnd();
  const body = text === "" ? [colours.dim("(no text)")] : text.split("\n");
  const more = end?.outputRef === undefined ? [] : [colours.dim(`whole text: ${end.outputRef}`)];
  return [
    colours.bold(cutToWidth(`${card.tool} ${showControlCodes(JSON.stringify(card.input))}`, columns)),
    ...body,
    ...(end?.notes ?? []).map((note) => colours.dim(`… ${showControlCodes(note)}`)),
    ...more,
    colours.dim(`${card.callId} · wield journal ${card.callId} tells more`),
  ];
}
