import type { FileLines } from "./file-lines.ts";

/** The line above what is shown. `≥` says that lines behind the cap were not counted. */
export function header(path: string, shown: { first: number; last: number }, lines: FileLines): string {
  return `${path} — lines ${shown.first}-${shown.last} of ${total(lines)}`;
}

function total(lines: FileLines): string {
  return `${lines.isCapped ? "≥" : ""}${lines.total}`;
}

/** What is said below the line `last`: how many follow, and that the file is longer than what is read of it. */
export function continuation(lines: FileLines, last: number): string[] {
  const said: string[] = [];
  if (last < lines.total) {
    const more = `${lines.isCapped ? "at least " : ""}${lines.total - last} more lines`;
    said.push(`… ${more} (use offset=${last + 1} to continue)`);
  }
  if (lines.isCapped) said.push("… file truncated at 400 KB");
  return said;
}

/** The tool's own lines below the content; a line break is put in front only where the content ends without one. */
export function withTrailers(content: string, trailers: readonly string[]): string {
  if (trailers.length === 0) return content;
  return `${content}${content.endsWith("\n") ? "" : "\n"}${trailers.join("\n")}`;
}
