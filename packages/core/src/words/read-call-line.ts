import { splitWords } from "./split-words.ts";

/** What a typed line is, as far as calls go. */
export type CallLine =
  /** A call, its input still as words. */
  | { readonly kind: "words"; readonly tool: string; readonly words: readonly string[] }
  /** A call, its input as JSON text. */
  | { readonly kind: "json"; readonly tool: string; readonly text: string }
  /** It looks like a call and is none. */
  | { readonly kind: "mistake"; readonly message: string; readonly hint?: string }
  /** Anything else: there is nobody to read it. */
  | { readonly kind: "text" };

const NAME = /^[A-Za-z][A-Za-z0-9_.:-]*$/;
const PAIR = /^[^\s=]+=/;

/**
 * Reads one line as a call: its first word is a tool, or is shaped like a name and nothing but `key=value` words or a
 * JSON object follow.
 */
export function readCallLine(line: string, isTool: (name: string) => boolean): CallLine {
  const [, first = "", after = ""] = /^(\S+)\s*(.*)$/s.exec(line.trim()) ?? [];
  if (!NAME.test(first)) return { kind: "text" };
  const isKnown = isTool(first);
  if (/^[{[]/.test(after) && (isKnown || after.startsWith("{")))
    return { kind: "json", tool: first, text: after };
  const words = splitWords(after);
  if (!words.ok) {
    if (!isKnown) return { kind: "text" };
    return {
      kind: "mistake",
      message: words.message,
      ...(words.hint === undefined ? {} : { hint: words.hint }),
    };
  }
  const arePairs = words.value.length > 0 && words.value.every((word) => PAIR.test(word));
  return isKnown || arePairs ? { kind: "words", tool: first, words: words.value } : { kind: "text" };
}
