import { graphemes } from "../../terminal/graphemes.ts";

/** What the person is typing. Pure data: each change gives a new one. */
export interface Editor {
  readonly text: string;
  /** Between signs; in UTF-16 units from the start. */
  readonly cursor: number;
  /** Long texts that were pasted, by the mark that stands for them. */
  readonly pastes: ReadonlyMap<string, string>;
  /** What was cut last, to be put back. */
  readonly cut: string;
}

export const EMPTY_EDITOR: Editor = { text: "", cursor: 0, pastes: new Map(), cut: "" };

/** A pasted text of more lines or characters stands as one mark. */
const MARK_FROM = { lines: 4, characters: 600 };

export function insertText(editor: Editor, text: string): Editor {
  const { cursor } = editor;
  return {
    ...editor,
    text: editor.text.slice(0, cursor) + text + editor.text.slice(cursor),
    cursor: cursor + text.length,
  };
}

/** Pasted text: as it is when it is short, else as one mark that is taken out at once. */
export function pasteText(editor: Editor, given: string): Editor {
  const text = given.replaceAll(/\r\n?/g, "\n");
  const lines = text.split("\n").length;
  if (lines < MARK_FROM.lines && text.length < MARK_FROM.characters) return insertText(editor, text);
  const size = lines > 1 ? `${lines} lines` : `${text.length} characters`;
  const mark = `[pasted #${editor.pastes.size + 1}: ${size}]`;
  return insertText({ ...editor, pastes: new Map([...editor.pastes, [mark, text]]) }, mark);
}

/** The text with what the marks stand for. */
export function wholeText({ text, pastes }: Editor): string {
  let whole = text;
  // Given as a function: `$&` in a pasted text means nothing.
  for (const [mark, pasted] of pastes) whole = whole.replace(mark, () => pasted);
  return whole;
}

export type Movement =
  | "left"
  | "right"
  | "wordLeft"
  | "wordRight"
  | "lineStart"
  | "lineEnd"
  | "textStart"
  | "textEnd";

/** Where a movement leads. */
function target(editor: Editor, movement: Movement): number {
  const { text, cursor } = editor;
  switch (movement) {
    case "left":
      return cursor - lastSign(text.slice(0, cursor), editor.pastes).length;
    case "right":
      return cursor + firstSign(text.slice(cursor), editor.pastes).length;
    case "wordLeft":
      return /[^\s\p{P}]*[\s\p{P}]*$/u.exec(text.slice(0, cursor))?.index ?? 0;
    case "wordRight":
      return cursor + (/^[\s\p{P}]*[^\s\p{P}]*/u.exec(text.slice(cursor))?.[0].length ?? 0);
    case "lineStart":
      return text.lastIndexOf("\n", cursor - 1) + 1;
    case "lineEnd": {
      const end = text.indexOf("\n", cursor);
      return end < 0 ? text.length : end;
    }
    case "textStart":
      return 0;
    case "textEnd":
      return text.length;
  }
}

export function moveCursor(editor: Editor, movement: Movement): Editor {
  return { ...editor, cursor: target(editor, movement) };
}

/** One line up or down, near the same column; nothing where there is no such line. */
export function moveLine(editor: Editor, by: -1 | 1): Editor | undefined {
  const { text, cursor } = editor;
  const start = target(editor, "lineStart");
  const column = graphemes(text.slice(start, cursor)).length;
  const end = target(editor, "lineEnd");
  if (by < 0 ? start === 0 : end === text.length) return undefined;
  const from = by < 0 ? text.lastIndexOf("\n", start - 2) + 1 : end + 1;
  const to = by < 0 ? start - 1 : nextLineEnd(text, from);
  const kept = graphemes(text.slice(from, to)).slice(0, column).join("");
  return { ...editor, cursor: from + kept.length };
}

function nextLineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** Takes out what lies between the cursor and where a movement leads. Words and lines can be put back. */
export function eraseTo(editor: Editor, movement: Movement): Editor {
  const { text, cursor } = editor;
  const other = target(editor, movement);
  // At the end of a line, taking out the rest of it takes the line break.
  const to = other === cursor && movement === "lineEnd" && cursor < text.length ? cursor + 1 : other;
  const [from, end] = to < cursor ? [to, cursor] : [cursor, to];
  if (from === end) return editor;
  const removed = text.slice(from, end);
  return {
    ...editor,
    text: text.slice(0, from) + text.slice(end),
    cursor: from,
    cut: movement === "left" || movement === "right" ? editor.cut : removed,
  };
}

/** The text from `from` to the cursor becomes another one. */
export function replaceBefore(editor: Editor, from: number, text: string): Editor {
  return {
    ...editor,
    text: editor.text.slice(0, from) + text + editor.text.slice(editor.cursor),
    cursor: from + text.length,
  };
}

function lastSign(before: string, pastes: Editor["pastes"]): string {
  for (const mark of pastes.keys()) if (before.endsWith(mark)) return mark;
  return graphemes(before.slice(-64)).at(-1) ?? "";
}

function firstSign(after: string, pastes: Editor["pastes"]): string {
  for (const mark of pastes.keys()) if (after.startsWith(mark)) return mark;
  return graphemes(after.slice(0, 64))[0] ?? "";
}
