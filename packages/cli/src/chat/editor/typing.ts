import { commonBeginning } from "./completion.ts";
import type { Candidate, Completion } from "./completion.ts";
import {
  EMPTY_EDITOR,
  eraseTo,
  insertText,
  moveCursor,
  moveLine,
  pasteText,
  replaceBefore,
  wholeText,
} from "./editor.ts";
import type { Editor, Movement } from "./editor.ts";
import { recall, remember } from "./history.ts";
import type { History } from "./history.ts";
import type { KeyName, KeyPress } from "./key-press.ts";

/** The line to type in, with what surrounds it. */
export interface Typing {
  readonly editor: Editor;
  readonly history: History;
  /** Open while the person chooses. */
  readonly completion?: Completion & { readonly selected?: number };
}

/** What a key asks for that is more than typing. */
export type TypingRequest =
  | { readonly kind: "send"; readonly text: string }
  | { readonly kind: "escape" | "interrupt" | "endOfInput" | "open" | "redraw" };

export interface TypingWorld {
  readonly complete: (text: string, cursor: number) => Completion;
}

export interface Typed {
  readonly typing: Typing;
  readonly request?: TypingRequest;
}

/** The line after one key. Pure. */
export function typeKey(before: Typing, press: KeyPress, world: TypingWorld): Typed {
  if (press.kind === "text") return edited(before, insertText(before.editor, press.text), world);
  const movement = MOVEMENTS.get(press.name);
  if (movement !== undefined) return plain(before, moveCursor(before.editor, movement));
  const erased = ERASED.get(press.name);
  if (erased !== undefined) return edited(before, eraseTo(before.editor, erased), world);
  return command(before, press.name, world);
}

export function typePaste(before: Typing, text: string): Typing {
  return plain(before, pasteText(before.editor, text)).typing;
}

const MOVEMENTS: ReadonlyMap<KeyName, Movement> = new Map([
  ["left", "left"],
  ["right", "right"],
  ["wordLeft", "wordLeft"],
  ["wordRight", "wordRight"],
  ["lineStart", "lineStart"],
  ["lineEnd", "lineEnd"],
]);

const ERASED: ReadonlyMap<KeyName, Movement> = new Map([
  ["erase", "left"],
  ["eraseAfter", "right"],
  ["eraseWord", "wordLeft"],
  ["eraseWordAfter", "wordRight"],
  ["eraseToStart", "lineStart"],
  ["eraseToEnd", "lineEnd"],
]);

function command(before: Typing, name: KeyName, world: TypingWorld): Typed {
  const { editor, completion } = before;
  switch (name) {
    case "submit":
      return submit(before, world);
    case "newline":
      return plain(before, insertText(editor, "\n"));
    case "putBack":
      return plain(before, insertText(editor, editor.cut));
    case "complete":
      return complete(before, world);
    case "up":
    case "down":
      return completion === undefined ? vertical(before, name) : select(before, completion, name);
    case "escape":
      return completion === undefined
        ? { typing: before, request: { kind: "escape" } }
        : { typing: closed(before) };
    case "endOfInput":
      return editor.text === ""
        ? { typing: before, request: { kind: "endOfInput" } }
        : plain(before, eraseTo(editor, "right"));
    case "interrupt":
    case "open":
    case "redraw":
      return { typing: before, request: { kind: name } };
    default:
      return { typing: before };
  }
}

function plain(before: Typing, editor: Editor): Typed {
  return { typing: { ...closed(before), editor } };
}

/** While the first word is a command, or a file is named, what fits is shown as it is typed. */
function edited(before: Typing, editor: Editor, world: TypingWorld): Typed {
  const typed = plain(before, editor);
  const word = /\S*$/.exec(editor.text.slice(0, editor.cursor))?.[0] ?? "";
  const offers = /^\/[a-z]*$/.test(editor.text.slice(0, editor.cursor)) || /^@./.test(word);
  if (!offers) return typed;
  const completion = world.complete(editor.text, editor.cursor);
  const [only, second] = completion.candidates;
  const isComplete = second === undefined && only?.text.trimEnd() === word;
  if (only === undefined || isComplete) return typed;
  return { typing: { ...typed.typing, completion } };
}

function submit(before: Typing, world: TypingWorld): Typed {
  const { editor, completion } = before;
  if (completion?.selected !== undefined) {
    const chosen = completion.candidates[completion.selected];
    if (chosen !== undefined) return take(before, completion.from, chosen, world);
  }
  if (editor.text.endsWith("\\") && editor.cursor === editor.text.length) {
    return plain(before, insertText(eraseTo(editor, "left"), "\n"));
  }
  const text = wholeText(editor);
  if (text.trim() === "") return { typing: closed(before) };
  return {
    typing: { editor: { ...EMPTY_EDITOR, cut: editor.cut }, history: remember(before.history, editor) },
    request: { kind: "send", text },
  };
}

/** Tab: as far as it is certain, then the list, then one after the other. */
function complete(before: Typing, world: TypingWorld): Typed {
  const { editor, completion } = before;
  const found = completion ?? world.complete(editor.text, editor.cursor);
  const [first, second] = found.candidates;
  if (first === undefined) return { typing: before };
  if (second === undefined) return take(before, found.from, first, world);
  const certain = commonBeginning(found.candidates);
  if (certain.length > editor.cursor - found.from && completion?.selected === undefined) {
    const longer = replaceBefore(editor, found.from, certain);
    return { typing: { ...before, editor: longer, completion: world.complete(longer.text, longer.cursor) } };
  }
  if (completion === undefined) return { typing: { ...before, completion: found } };
  return select(before, completion, "down");
}

function take(before: Typing, from: number, { text }: Candidate, world: TypingWorld): Typed {
  const editor = replaceBefore(
    before.editor,
    from,
    text.startsWith("@") && !text.endsWith("/") ? `${text} ` : text,
  );
  return text.endsWith("/") ? edited(before, editor, world) : plain(before, editor);
}

function select(
  before: Typing,
  completion: Completion & { readonly selected?: number },
  by: "up" | "down",
): Typed {
  const count = completion.candidates.length;
  const { selected } = completion;
  const next = by === "down" ? (selected ?? -1) + 1 : (selected ?? count) - 1;
  return { typing: { ...before, completion: { ...completion, selected: (next + count) % count } } };
}

function vertical(before: Typing, name: "up" | "down"): Typed {
  const moved = moveLine(before.editor, name === "up" ? -1 : 1);
  if (moved !== undefined) return plain(before, moved);
  const recalled = recall(before.history, before.editor, name === "up" ? "older" : "newer");
  return { typing: recalled === undefined ? closed(before) : recalled };
}

function closed({ completion: _completion, ...typing }: Typing): Typing {
  return typing;
}
