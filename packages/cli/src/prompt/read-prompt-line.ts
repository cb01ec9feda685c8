import type { ToolDefinition } from "@wield/core";
import { splitWords } from "../words/split-words.ts";

/** What a line typed at the prompt is. */
export type PromptLine =
  | { readonly kind: "empty" }
  /** `/name rest` */
  | { readonly kind: "command"; readonly name: string; readonly rest: string }
  /** A call, its input still as words. */
  | { readonly kind: "words"; readonly tool: string; readonly words: readonly string[] }
  /** A call, its input as JSON text. */
  | { readonly kind: "json"; readonly tool: string; readonly text: string }
  /** It looks like a call and is none. */
  | { readonly kind: "mistake"; readonly message: string; readonly hint?: string }
  /** Anything else: there is nobody to read it. */
  | { readonly kind: "text" };

export type KnownTool = (name: string) => ToolDefinition | undefined;

const NAME = /^[A-Za-z][A-Za-z0-9_.:-]*$/;
const COMMAND = /^\/([a-z]+)(?:\s+(.*))?$/s;
const PAIR = /^[^\s=]+=/;

/**
 * Reads one line. A line is a call when its first word is a tool, or is shaped like a name and nothing but
 * `key=value` words or a JSON object follow. `//text` is text, and so is a path.
 */
export function readPromptLine(line: string, knownTool: KnownTool): PromptLine {
  const text = line.trim();
  if (text === "") return { kind: "empty" };
  const command = COMMAND.exec(text);
  if (command !== null) return { kind: "command", name: command[1] ?? "", rest: (command[2] ?? "").trim() };
  if (text.startsWith("/")) return { kind: "text" };

  const [, first = "", after = ""] = /^(\S+)\s*(.*)$/s.exec(text) ?? [];
  if (!NAME.test(first)) return { kind: "text" };
  const isTool = knownTool(first) !== undefined;
  if (/^[{[]/.test(after) && (isTool || after.startsWith("{")))
    return { kind: "json", tool: first, text: after };
  const words = splitWords(after);
  if (!words.ok) {
    if (!isTool) return { kind: "text" };
    return {
      kind: "mistake",
      message: words.message,
      ...(words.hint === undefined ? {} : { hint: words.hint }),
    };
  }
  const arePairs = words.value.length > 0 && words.value.every((word) => PAIR.test(word));
  return isTool || arePairs ? { kind: "words", tool: first, words: words.value } : { kind: "text" };
}
