/** A table in Markdown; cells may hold anything that fits on a line. No rows: nothing. */
export function markdownTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  if (rows.length === 0) return [];
  return [lineOf(headings), `|${" --- |".repeat(headings.length)}`, ...rows.map(lineOf)];
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.map(cellOf).join(" | ")} |`;
}

function cellOf(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", String.raw`\|`);
}

/** As code, whatever back quotes it holds. Nothing stays nothing. */
export function code(text: string): string {
  if (text === "") return "";
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}
