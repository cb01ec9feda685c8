/** What a line that a person sends is. */
export type SentLine =
  /** `/name rest` */
  | { readonly kind: "command"; readonly name: string; readonly rest: string }
  | { readonly kind: "text"; readonly text: string };

const COMMAND = /^\/([a-z]+)(?:\s+(.*))?$/s;

/** Tells commands from text: a lone slash and a path are text, and `//text` sends `/text`. */
export function readSlash(line: string): SentLine {
  const trimmed = line.trim();
  const command = COMMAND.exec(trimmed);
  if (command !== null) return { kind: "command", name: command[1] ?? "", rest: (command[2] ?? "").trim() };
  return { kind: "text", text: trimmed.startsWith("//") ? trimmed.slice(1) : line };
}
