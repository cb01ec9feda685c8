import { answerKeys } from "../../approvals/render-request.ts";
import { cutLine, paintLine, span } from "../../terminal/styled-text.ts";
import { editorLines } from "../editor/editor-lines.ts";
import { questionLines } from "../questions/question-lines.ts";
import type { LiveItem } from "../transcript/transcript.ts";
import { approvalLines } from "./approval-lines.ts";
import { answerLines, blockLines, markedText } from "./block-lines.ts";
import { cardLines } from "./card-lines.ts";
import type { LinesView } from "./lines-view.ts";
import type { Focus, ScreenModel } from "./screen-model.ts";
import { statusLine } from "./status-line.ts";
import { todoLines } from "./todo-lines.ts";

export interface ScreenView extends LinesView {
  readonly rows: number;
}

export interface Screen {
  readonly lines: readonly string[];
  /** Where the person types; from the first of `lines`. */
  readonly cursor: { readonly row: number; readonly column: number };
}

/** A frame that fills the window makes the terminal scroll with each one. */
const FREE_ROWS = 2;
const MAX_CANDIDATES = 6;
const MAX_TODO_LINES = 7;
const LEAST_EDITOR_COLUMNS = 4;

/** Everything below the finished blocks, never more than the window holds. Pure. */
export function screenLines(model: ScreenModel, view: ScreenView): Screen {
  const room = Math.max(1, view.rows - FREE_ROWS);
  const editor = editorSection(model, view, Math.max(1, Math.min(10, Math.floor(room / 3))));
  const rest = room - editor.lines.length;
  const below = belowSection(model, view, Math.max(0, rest));
  const above = aboveSection(model, view, Math.max(0, rest - below.length));
  const rule = rest - below.length - above.length > 0 ? [view.colours.dim("─".repeat(view.columns))] : [];
  return {
    lines: [...above, ...rule, ...editor.lines, ...below],
    cursor: {
      row: above.length + rule.length + editor.cursor.row,
      column: editor.cursor.column,
    },
  };
}

function editorSection(model: ScreenModel, view: ScreenView, maxLines: number): Screen {
  const label = promptLabel(model.focus);
  const isTooLong = label.length > view.columns - LEAST_EDITOR_COLUMNS;
  const prompt = isTooLong ? shortLabel(model.focus, view.columns) : label;
  const typed = editorLines(
    model.editor,
    Math.max(LEAST_EDITOR_COLUMNS, view.columns - prompt.length),
    maxLines,
  );
  const indent = " ".repeat(prompt.length);
  const lines = typed.lines.map((line, row) => (row === 0 ? view.colours.cyan(prompt) : indent) + line);
  const isEmpty = model.editor.text === "" && model.focus.kind === "message";
  const ghost = view.colours.dim(ghostText(model));
  return {
    lines: isEmpty && view.columns > 40 ? [`${lines[0] ?? ""}${ghost}`] : lines,
    cursor: { row: typed.cursor.row, column: prompt.length + typed.cursor.column },
  };
}

function ghostText({ isBusy }: ScreenModel): string {
  return isBusy ? "a remark for the model, or Esc to stop it" : "";
}

function promptLabel(focus: Focus): string {
  switch (focus.kind) {
    case "message":
      return "> ";
    case "approval":
      return `allow? [${answerKeys(focus.request, focus.offersRules)}] `;
    case "question":
      return "answer: ";
    case "confirm":
      return `${focus.question} `;
  }
}

/** Where a window has no room for the question, its keys. */
function shortLabel(focus: Focus, columns: number): string {
  const keys = focus.kind === "approval" ? `${answerKeys(focus.request, focus.offersRules)} ` : "> ";
  return keys.length > columns - LEAST_EDITOR_COLUMNS ? "> " : keys;
}

function belowSection(model: ScreenModel, view: ScreenView, room: number): readonly string[] {
  const status = statusLine(model, view);
  const lines = [...candidateLines(model, view), status];
  return room < lines.length ? lines.slice(0, room) : lines;
}

function candidateLines({ completion }: ScreenModel, { columns, colours }: ScreenView): readonly string[] {
  if (completion === undefined || completion.candidates.length === 0) return [];
  const { candidates, selected } = completion;
  const first = Math.max(0, Math.min((selected ?? 0) - 2, candidates.length - MAX_CANDIDATES));
  const width = Math.min(24, Math.max(...candidates.map(({ text }) => text.length)));
  const shown = candidates.slice(first, first + MAX_CANDIDATES).map(({ text, about }, index) => {
    const isSelected = first + index === selected;
    const styles = isSelected ? (["cyan", "bold"] as const) : [];
    const line = [
      span(`${isSelected ? "▸" : " "} ${text.padEnd(width)}`, ...styles),
      span(about === undefined ? "" : `  ${about}`, "dim"),
    ];
    return paintLine(cutLine(line, columns), colours);
  });
  const more = candidates.length - MAX_CANDIDATES;
  return more > 0 ? [...shown, colours.dim(`  … ${more} more`)] : shown;
}

/** What runs and what waits. The end of it is kept: it is what the person is asked about. */
function aboveSection(model: ScreenModel, view: ScreenView, room: number): readonly string[] {
  const { transcript, focus } = model;
  const todos =
    focus.kind === "message" ? todoLines(transcript.todos, Math.min(MAX_TODO_LINES, room), view) : [];
  const queued = model.queued.flatMap((text) =>
    markedText(`${text} (after the present calls)`, "↳ ", ["dim"], view),
  );
  const asked = askedLines(model, view, Math.max(0, room - 1));
  const live = transcript.live.flatMap((item) => liveLines(item, view));
  const fixed = [...(todos.length > 0 ? ["", ...todos] : []), ...queued, ...asked];
  const left = room - fixed.length;
  if (left <= 0) return fixed.slice(-room || fixed.length);
  const cut = live.length - left;
  return cut <= 0 ? [...live, ...fixed] : [...live.slice(cut), ...fixed];
}

function liveLines(item: LiveItem, view: ScreenView): readonly string[] {
  switch (item.kind) {
    case "answer": {
      const lines = answerLines(item.text, view);
      return item.isContinued ? lines : ["", ...lines];
    }
    case "reasoning":
      return ["", ...markedText(item.text.trim(), "∴ ", ["dim"], view).slice(-3)];
    case "call":
      return cardLines(item.card, view);
    case "block":
      return blockLines(item.block, view);
    case "approval":
      return [];
  }
}

function askedLines(model: ScreenModel, view: ScreenView, room: number): readonly string[] {
  const { focus } = model;
  if (focus.kind === "question") return ["", ...questionLines(focus.card, view)].slice(-room);
  if (focus.kind !== "approval") return [];
  return approvalLines(focus, { ...view, room, countBehind: model.waitingBehind });
}
