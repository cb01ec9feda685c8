import { EMPTY_EDITOR } from "./editor.ts";
import type { Editor } from "./editor.ts";

const KEPT = 500;

/** What was sent before, and where the person is in it. */
export interface History {
  /** Oldest first. */
  readonly sent: readonly Editor[];
  /** Counted from the newest; absent while the person writes something new. */
  readonly back?: { readonly steps: number; readonly draft: Editor };
}

export const EMPTY_HISTORY: History = { sent: [] };

export function historyOf(texts: readonly string[]): History {
  return texts.reduce((history, text) => remember(history, typed(text)), EMPTY_HISTORY);
}

export function remember({ sent }: History, editor: Editor): History {
  const others = sent.filter(({ text }) => text !== editor.text);
  return { sent: editor.text.trim() === "" ? sent : [...others, editor].slice(-KEPT) };
}

/** An older or a newer text; nothing where there is none. The draft comes back behind the newest. */
export function recall(
  history: History,
  editor: Editor,
  by: "older" | "newer",
): { readonly history: History; readonly editor: Editor } | undefined {
  const { sent, back } = history;
  const steps = (back?.steps ?? 0) + (by === "older" ? 1 : -1);
  if (steps < 0 || steps > sent.length) return undefined;
  const draft = back?.draft ?? editor;
  if (steps === 0) return { history: { sent }, editor: draft };
  const found = sent[sent.length - steps];
  return found && { history: { sent, back: { steps, draft } }, editor: atEnd(found) };
}

function typed(text: string): Editor {
  return { ...EMPTY_EDITOR, text, cursor: text.length };
}

function atEnd(editor: Editor): Editor {
  return { ...editor, cursor: editor.text.length };
}
