/** What a key means in the chat, whatever the terminal sent for it. */
export type KeyName =
  | "submit"
  | "newline"
  | "complete"
  | "escape"
  | "up"
  | "down"
  | "left"
  | "right"
  | "wordLeft"
  | "wordRight"
  | "lineStart"
  | "lineEnd"
  | "erase"
  | "eraseAfter"
  | "eraseWord"
  | "eraseWordAfter"
  | "eraseToStart"
  | "eraseToEnd"
  | "putBack"
  | "interrupt"
  | "endOfInput"
  | "open"
  | "redraw";

export type KeyPress =
  | { readonly kind: "key"; readonly name: KeyName }
  | { readonly kind: "text"; readonly text: string };

/** A key as the terminal library tells it. */
export interface RawKey {
  readonly upArrow: boolean;
  readonly downArrow: boolean;
  readonly leftArrow: boolean;
  readonly rightArrow: boolean;
  readonly home: boolean;
  readonly end: boolean;
  readonly return: boolean;
  readonly escape: boolean;
  readonly tab: boolean;
  readonly backspace: boolean;
  readonly delete: boolean;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly shift: boolean;
}

const WITH_CTRL: ReadonlyMap<string, KeyName> = new Map([
  ["a", "lineStart"],
  ["b", "left"],
  ["c", "interrupt"],
  ["d", "endOfInput"],
  ["e", "lineEnd"],
  ["f", "right"],
  ["h", "erase"],
  ["j", "newline"],
  ["k", "eraseToEnd"],
  ["l", "redraw"],
  ["n", "down"],
  ["o", "open"],
  ["p", "up"],
  ["u", "eraseToStart"],
  ["w", "eraseWord"],
  ["y", "putBack"],
]);

const WITH_META: ReadonlyMap<string, KeyName> = new Map([
  ["b", "wordLeft"],
  ["f", "wordRight"],
  ["d", "eraseWordAfter"],
]);

/** The key presses of one input; several where they were typed faster than they are read. */
export function keyPresses(input: string, key: RawKey): readonly KeyPress[] {
  const named = specialKey(key);
  if (named !== undefined) return [{ kind: "key", name: named }];
  if (key.ctrl) return oneKey(WITH_CTRL.get(input));
  if (key.meta) return oneKey(input === "\r" || input === "\n" ? "newline" : WITH_META.get(input));
  return typedText(input);
}

function specialKey(key: RawKey): KeyName | undefined {
  const byWord = key.ctrl || key.meta;
  if (key.return) return key.shift || key.meta ? "newline" : "submit";
  if (key.escape) return "escape";
  if (key.tab) return "complete";
  if (key.upArrow) return "up";
  if (key.downArrow) return "down";
  if (key.leftArrow) return byWord ? "wordLeft" : "left";
  if (key.rightArrow) return byWord ? "wordRight" : "right";
  if (key.home) return "lineStart";
  if (key.end) return "lineEnd";
  if (key.backspace) return byWord ? "eraseWord" : "erase";
  if (key.delete) return byWord ? "eraseWordAfter" : "eraseAfter";
  return undefined;
}

function oneKey(name: KeyName | undefined): readonly KeyPress[] {
  return name === undefined ? [] : [{ kind: "key", name }];
}

const CONTROLS: ReadonlyMap<string, KeyName> = new Map([
  ["\r", "submit"],
  ["\n", "newline"],
  ["\t", "complete"],
  ["\u007f", "erase"],
]);

/** A control code is its letter with the control key. */
function controlKey(code: string): KeyName | undefined {
  return CONTROLS.get(code) ?? WITH_CTRL.get(String.fromCharCode(code.charCodeAt(0) + 96));
}

/** Text and the keys in it; other control codes mean nothing. */
function typedText(input: string): readonly KeyPress[] {
  return input
    .split(/([\u0000-\u001f\u007f-\u009f])/)
    .filter((part) => part !== "")
    .flatMap((part): readonly KeyPress[] =>
      /^[\u0000-\u001f\u007f-\u009f]$/.test(part) ? oneKey(controlKey(part)) : [{ kind: "text", text: part }],
    );
}
