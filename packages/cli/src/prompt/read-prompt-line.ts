import { readCallLine } from "@wield/core";
import type { CallLine, ToolDefinition } from "@wield/core";

/** What a line typed at the prompt is. */
export type PromptLine =
  | { readonly kind: "empty" }
  /** `/name rest` */
  | { readonly kind: "command"; readonly name: string; readonly rest: string }
  | CallLine;

export type KnownTool = (name: string) => ToolDefinition | undefined;

const COMMAND = /^\/([a-z]+)(?:\s+(.*))?$/s;

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
  return readCallLine(text, (name) => knownTool(name) !== undefined);
}
