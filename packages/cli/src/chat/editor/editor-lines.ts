import { signWidth } from "../../terminal/display-width.ts";
import { graphemes } from "../../terminal/graphemes.ts";
import { showControlCodes } from "../../terminal/control-codes.ts";
import type { Editor } from "./editor.ts";

export interface EditorView {
  readonly lines: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
}

/** The typed text broken into lines of at most `columns`; at most `maxLines`, those around the cursor. */
export function editorLines(
  { text, cursor }: Pick<Editor, "text" | "cursor">,
  columns: number,
  maxLines: number,
): EditorView {
  const lines: string[] = [""];
  let width = 0;
  let place = { row: 0, column: 0 };
  let at = 0;
  for (const sign of graphemes(text)) {
    if (at === cursor) place = { row: lines.length - 1, column: width };
    at += sign.length;
    if (sign === "\n") {
      lines.push("");
      width = 0;
      continue;
    }
    const shown = sign === "\t" ? "    " : showControlCodes(sign);
    const own = shown === sign ? signWidth(sign) : shown.length;
    if (width + own > columns && width > 0) {
      lines.push("");
      width = 0;
      if (at - sign.length === cursor) place = { row: lines.length - 1, column: 0 };
    }
    lines[lines.length - 1] += shown;
    width += own;
  }
  if (at === cursor) place = { row: lines.length - 1, column: width };
  // Behind a full line the cursor stands at the start of the next one.
  if (place.column >= columns) {
    if (place.row === lines.length - 1) lines.push("");
    place = { row: place.row + 1, column: 0 };
  }
  const first = Math.max(0, Math.min(place.row - Math.floor(maxLines / 2), lines.length - maxLines));
  return {
    lines: lines.slice(first, first + maxLines),
    cursor: { row: place.row - first, column: place.column },
  };
}
