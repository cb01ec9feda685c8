import type { FoundFile, FoundLine, FoundMatch } from "@wield/core";
import { shownName } from "../walks/shown-name.ts";

export type GrepOutput = "content" | "files" | "count";

export interface Rendered {
  readonly text: string;
  /** How many matches, or files, of the page are shown. */
  readonly shown: number;
}

/** The files of a page as text, as far as they fit: whole lines, and at least one match. */
export function renderFound(page: readonly FoundFile[], output: GrepOutput, room: number): Rendered {
  return output === "content" ? renderContent(page, room) : renderFiles(page, output, room);
}

function renderFiles(page: readonly FoundFile[], output: "files" | "count", room: number): Rendered {
  const lines = [""];
  let used = 0;
  for (const { path, count } of page) {
    const line = output === "files" ? shownName(path) : `${shownName(path)}: ${count}`;
    used += line.length + 1;
    if (used > room && lines.length > 1) break;
    lines.push(line);
  }
  return { text: lines.join("\n"), shown: lines.length - 1 };
}

function renderContent(page: readonly FoundFile[], room: number): Rendered {
  const lines: string[] = [];
  let used = 0;
  let shown = 0;
  for (const file of page) {
    const part = renderFile(file, { room: room - used, isFirst: shown === 0 });
    lines.push(...part.lines);
    used += charactersOf(part.lines);
    shown += part.shown;
    if (part.shown < file.matches.length) break;
  }
  return { text: lines.join("\n"), shown };
}

interface RenderedFile {
  readonly lines: readonly string[];
  readonly shown: number;
}

/** The matches of one file that fit, each with the context before it, and what follows the last one. */
function renderFile(
  { path, lines, matches }: FoundFile,
  { room, isFirst }: { readonly room: number; readonly isFirst: boolean },
): RenderedFile {
  const kept = ["", shownName(path)];
  let used = charactersOf(kept);
  let next = 0;
  let shown = 0;
  for (const match of matches) {
    const end = lines.findIndex(({ number }, index) => index >= next && number > match.lastLine);
    const part = lines.slice(next, end === -1 ? lines.length : end);
    const texts = [...part.map(lineText), ...restOfMatch(match, part)];
    if (used + charactersOf(texts) > room) {
      if (isFirst && shown === 0)
        return { lines: [...kept, ...squeezed(part, match, room - used)], shown: 1 };
      return { lines: shown === 0 ? [] : kept, shown };
    }
    kept.push(...texts);
    used += charactersOf(texts);
    next += part.length;
    shown += 1;
  }
  for (const line of lines.slice(next)) {
    used += lineText(line).length + 1;
    if (used > room) break;
    kept.push(lineText(line));
  }
  return { lines: kept, shown };
}

/** Of a match that is alone too much: its first lines without context, one at least. */
function squeezed(lines: readonly FoundLine[], match: FoundMatch, room: number): readonly string[] {
  const texts = lines.filter(({ number }) => number >= match.line).map(lineText);
  let used = 0;
  const end = texts.findIndex((text, index) => {
    used += text.length + 1;
    return used > room && index > 0;
  });
  return end === -1 ? texts : [...texts.slice(0, end), more(match, match.line + end - 1)];
}

function restOfMatch(match: FoundMatch, lines: readonly FoundLine[]): readonly string[] {
  const last = lines.at(-1)?.number;
  return last === undefined || last >= match.lastLine ? [] : [more(match, last)];
}

function more({ lastLine }: FoundMatch, last: number): string {
  return `… ${lastLine - last} more lines of this match (to line ${lastLine})`;
}

function lineText({ number, text, isMatch, isClipped, column }: FoundLine): string {
  const place = isClipped && column !== undefined ? ` (column ${column})` : "";
  return `${String(number).padStart(6)}${isMatch ? ":" : "-"}\t${text}${place}`;
}

function charactersOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}
