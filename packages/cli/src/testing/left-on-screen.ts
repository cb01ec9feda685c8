// oxlint-disable-next-line no-control-regex
const PARTS = /\u001B\[([?\d;]*)([A-Za-z])|\r|\n|[^\u001B\r\n]+|\u001B/g;

/**
 * The lines that stand on a terminal, and above it, after all that was written to it: what was drawn over or erased is
 * not among them. Lines do not wrap here.
 */
export function leftOnScreen(written: string): readonly string[] {
  const lines: string[] = [""];
  let [row, column] = [0, 0];
  const line = (): string => lines[row] ?? "";
  for (const [part, count = "", command] of written.matchAll(PARTS)) {
    if (part === "\r") column = 0;
    else if (part === "\n") row += 1;
    else if (command === "A") row = Math.max(0, row - Number(count || 1));
    else if (command === "B") row += Number(count || 1);
    else if (command === "G") column = Number(count || 1) - 1;
    else if (command === "K") lines[row] = count === "2" ? "" : line().slice(0, column);
    else if (command === "J") lines.splice(row, lines.length, line().slice(0, column));
    else if (!part.startsWith("\u001B")) {
      lines[row] = line().slice(0, column).padEnd(column) + part + line().slice(column + part.length);
      column += part.length;
    }
    while (lines.length <= row) lines.push("");
  }
  return lines;
}
