import type { Colours } from "./colours.ts";

/** Colours the lines of a unified diff; text that is none stays as it is. */
export function paintDiff(text: string, colours: Colours): string {
  const lines = text.split("\n");
  if (!lines.some((line) => line.startsWith("@@ "))) return text;
  return lines.map((line) => paintLine(line, colours)).join("\n");
}

function paintLine(line: string, colours: Colours): string {
  if (line.startsWith("+++ ") || line.startsWith("--- ")) return colours.bold(line);
  if (line.startsWith("@@ ")) return colours.cyan(line);
  if (line.startsWith("+")) return colours.green(line);
  if (line.startsWith("-")) return colours.red(line);
  return line;
}
