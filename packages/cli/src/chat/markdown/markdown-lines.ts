import { lexer } from "marked";
import type { Token, Tokens } from "marked";
import { showControlCodes } from "../../terminal/control-codes.ts";
import { cutLine, span, wrapSpans } from "../../terminal/styled-text.ts";
import type { Span, StyledLine } from "../../terminal/styled-text.ts";
import { inlineLines } from "./inline-spans.ts";
import { tableLines } from "./table-lines.ts";

/** Narrower text is not worth indenting. */
const MIN_COLUMNS = 8;

/**
 * Markdown as lines of at most `columns`. Any text can be given, whole or while it still comes: a fence that is not
 * closed is code to the end. Nothing that a terminal obeys is left in it.
 */
export function markdownLines(text: string, columns: number): readonly StyledLine[] {
  return blocks(tokensOf(text), Math.max(MIN_COLUMNS, columns));
}

/** The blocks of a Markdown text. */
export function tokensOf(text: string): readonly Token[] {
  return lexer(showControlCodes(text).replaceAll("\r\n", "\n"), { gfm: true });
}

function blocks(tokens: readonly Token[], columns: number): StyledLine[] {
  const lines: StyledLine[] = [];
  for (const token of tokens) {
    if (token.type === "space" || token.type === "def") continue;
    if (lines.length > 0) lines.push([]);
    lines.push(...block(token, columns));
  }
  return lines;
}

function block(token: Token, columns: number): readonly StyledLine[] {
  switch (token.type) {
    case "heading":
      return wrapped(inlineLines(token.tokens ?? [], headingStyles(token as Tokens.Heading)), columns);
    case "code":
      return codeLines(token as Tokens.Code, columns);
    case "blockquote": {
      if (columns - 2 < MIN_COLUMNS) return blocks(token.tokens ?? [], columns);
      return blocks(token.tokens ?? [], columns - 2).map((line) => [span("│ ", "dim"), ...line]);
    }
    case "list":
      return listLines(token as Tokens.List, columns);
    case "table":
      return tableLines(token as Tokens.Table, columns);
    case "hr":
      return [[span("─".repeat(Math.min(columns, 40)), "dim")]];
    case "paragraph":
    case "text":
      return wrapped(inlineLines(token.tokens ?? [token], []), columns);
    default:
      // HTML: shown as it was written.
      return token.raw
        .replace(/\n+$/, "")
        .split("\n")
        .flatMap((line) => wrapSpans([span(line)], { columns }));
  }
}

function headingStyles({ depth }: Tokens.Heading): readonly ("bold" | "underline")[] {
  return depth === 1 ? ["bold", "underline"] : ["bold"];
}

function wrapped(lines: readonly StyledLine[], columns: number): readonly StyledLine[] {
  return lines.flatMap((line) => wrapSpans(line, { columns }));
}

/** Two columns in from the text, so that a copied block has no frame in it. */
function codeLines({ text, lang }: Tokens.Code, columns: number): readonly StyledLine[] {
  const label =
    lang === undefined || lang === "" || lang === CONTINUED
      ? []
      : [cutLine([span(`  ${lang}`, "dim")], columns)];
  const indent: readonly Span[] = [span("  ")];
  return [
    ...label,
    ...text
      .replace(/\n+$/, "")
      .split("\n")
      .flatMap((line) => wrapSpans([span(line, "cyan")], { columns, first: indent, isVerbatim: true })),
  ];
}

/** The language of a fence whose beginning was shown before. */
export const CONTINUED = "\u200bcontinued";

function listLines({ items, ordered, start, loose }: Tokens.List, columns: number): readonly StyledLine[] {
  const from = typeof start === "number" ? start : 1;
  const width = ordered ? String(from + items.length - 1).length + 2 : 2;
  return items.flatMap((item, index) => {
    const mark = ordered ? `${from + index}.`.padEnd(width) : "• ";
    const lines =
      columns - width < MIN_COLUMNS
        ? [[span(mark, "dim")], ...itemLines(item, columns)]
        : itemLines(item, columns - width).map((line, row): StyledLine => [
            span(row === 0 ? mark : " ".repeat(width), "dim"),
            ...line,
          ]);
    return loose && index > 0 ? [[], ...lines] : lines;
  });
}

/** The parts of a tight item stand below each other without a line between them. */
function itemLines(item: Tokens.ListItem, columns: number): readonly StyledLine[] {
  if (item.loose) return orEmpty(blocks(item.tokens, columns));
  return orEmpty(
    joinInline(item.tokens).flatMap((token) => (token.type === "space" ? [] : block(token, columns))),
  );
}

/** A check box and the text behind it are one line. */
function joinInline(tokens: readonly Token[]): readonly Token[] {
  const [first, second, ...rest] = tokens;
  if (first?.type !== "checkbox" || second === undefined) return tokens;
  const joined: Tokens.Text = {
    type: "text",
    raw: first.raw + second.raw,
    text: second.raw,
    tokens: [first, ...("tokens" in second && second.tokens !== undefined ? second.tokens : [second])],
  };
  return [joined, ...rest];
}

function orEmpty(lines: readonly StyledLine[]): readonly StyledLine[] {
  return lines.length === 0 ? [[]] : lines;
}
