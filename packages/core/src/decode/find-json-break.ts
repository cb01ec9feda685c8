/** Where JSON text stops being JSON. */
export interface JsonBreak {
  /** `end`: it stops before it is complete; `extra`: a value is complete and more follows. */
  readonly kind: "end" | "extra" | "invalid";
  /** Character of the text, counting from 0. */
  readonly position: number;
}

type Wanted = "value" | "first item" | "first name" | "name" | "colon" | "next" | "nothing";

const BLANKS = /[ \t\n\r]*/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const CUT_ESCAPE = /\\(?:u[0-9a-fA-F]{0,3})?$/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const CUT_SCALAR = /(?:-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?\d*)?)?|t|tr|tru|f|fa|fal|fals|n|nu|nul)$/y;

/**
 * Finds the first place where `text` is not one JSON value; nothing when it is one. The engine's own messages
 * leave the place out for short texts, and quote text that could look like one.
 */
export function findJsonBreak(text: string): JsonBreak | undefined {
  const open: ("{" | "[")[] = [];
  let wanted = "value" as Wanted;
  let at = 0;
  const afterValue = (): Wanted => (open.length === 0 ? "nothing" : "next");
  for (;;) {
    at = endOf(BLANKS, text, at) ?? at;
    const character = text[at];
    if (character === undefined) return wanted === "nothing" ? undefined : { kind: "end", position: at };
    if (wanted === "nothing") return { kind: "extra", position: at };
    const isClosing =
      (character === "}" && open.at(-1) === "{" && (wanted === "next" || wanted === "first name")) ||
      (character === "]" && open.at(-1) === "[" && (wanted === "next" || wanted === "first item"));
    if (isClosing) {
      open.pop();
      at += 1;
      wanted = afterValue();
    } else if (wanted === "next" || wanted === "colon") {
      if (character !== (wanted === "next" ? "," : ":")) return { kind: "invalid", position: at };
      at += 1;
      wanted = wanted === "next" && open.at(-1) === "{" ? "name" : "value";
    } else if (character === '"') {
      const string = readString(text, at);
      if (typeof string !== "number") return string;
      at = string;
      wanted = wanted === "name" || wanted === "first name" ? "colon" : afterValue();
    } else if (wanted === "name" || wanted === "first name") {
      return { kind: "invalid", position: at };
    } else if (character === "{" || character === "[") {
      open.push(character);
      at += 1;
      wanted = character === "{" ? "first name" : "first item";
    } else {
      const end = endOf(SCALAR, text, at);
      if (end === undefined) {
        const isCut = endOf(CUT_SCALAR, text, at) !== undefined;
        return isCut ? { kind: "end", position: text.length } : { kind: "invalid", position: at };
      }
      at = end;
      wanted = afterValue();
    }
  }
}

/** The place behind the string that starts at `start`, or where it breaks. */
function readString(text: string, start: number): number | JsonBreak {
  let at = start + 1;
  for (;;) {
    at = endOf(PLAIN, text, at) ?? at;
    const character = text[at];
    if (character === undefined) return { kind: "end", position: at };
    if (character === '"') return at + 1;
    const end = character === "\\" ? endOf(ESCAPE, text, at) : undefined;
    if (end === undefined) {
      const isCut = endOf(CUT_ESCAPE, text, at) !== undefined;
      return isCut ? { kind: "end", position: text.length } : { kind: "invalid", position: at };
    }
    at = end;
  }
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
