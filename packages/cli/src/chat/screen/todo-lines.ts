import type { TodoItem } from "@wield/core";
import { cutLine, paintLine, span } from "../../terminal/styled-text.ts";
import type { LinesView } from "./lines-view.ts";

const MARKS = { pending: "[ ]", in_progress: "[~]", completed: "[x]" } as const;

/** The open list, at most `room` lines: those around what is in progress. Nothing once all is done. */
export function todoLines(items: readonly TodoItem[], room: number, view: LinesView): readonly string[] {
  const done = items.filter(({ status }) => status === "completed").length;
  if (items.length === 0 || done === items.length || room < 2) return [];
  const shown = room - 1;
  const current = items.findIndex(({ status }) => status !== "completed");
  const first = Math.max(0, Math.min(current - 1, items.length - shown));
  const title = paintLine(
    cutLine([span(`todo ${done}/${items.length}`, "bold")], view.columns),
    view.colours,
  );
  const lines = items.slice(first, first + shown).map(({ content, status }) => {
    const style =
      status === "completed" ? (["dim"] as const) : status === "in_progress" ? (["cyan"] as const) : [];
    return paintLine(cutLine([span(`${MARKS[status]} ${content}`, ...style)], view.columns), view.colours);
  });
  return [title, ...lines];
}
