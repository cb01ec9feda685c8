import type { Token, Tokens } from "marked";
import { span } from "../../terminal/styled-text.ts";
import type { Span, StyledLine, TextStyle } from "../../terminal/styled-text.ts";

/** Inline Markdown as lines of spans; more than one where the text breaks a line itself. */
export function inlineLines(
  tokens: readonly Token[],
  styles: readonly TextStyle[] = [],
): readonly StyledLine[] {
  const lines: Span[][] = [[]];
  for (const piece of pieces(tokens, styles)) {
    if (piece === "break") lines.push([]);
    else lines.at(-1)?.push(piece);
  }
  return lines;
}

type Piece = Span | "break";

function pieces(tokens: readonly Token[], styles: readonly TextStyle[]): readonly Piece[] {
  return tokens.flatMap((token) => piecesOf(token, styles));
}

function piecesOf(token: Token, styles: readonly TextStyle[]): readonly Piece[] {
  switch (token.type) {
    case "strong":
      return pieces(token.tokens ?? [], [...styles, "bold"]);
    case "em":
      return pieces(token.tokens ?? [], [...styles, "italic"]);
    case "del":
      return pieces(token.tokens ?? [], [...styles, "strike"]);
    case "codespan":
      return [span((token as Tokens.Codespan).text, ...styles, "cyan")];
    case "br":
      return ["break"];
    case "link":
      return link(token as Tokens.Link, styles);
    case "image": {
      const { text, href } = token as Tokens.Image;
      return [span(`[picture${text === "" ? "" : `: ${text}`}] (${href})`, ...styles, "dim")];
    }
    case "escape":
      return [span((token as Tokens.Escape).text, ...styles)];
    case "checkbox":
      return [span((token as Tokens.Checkbox).checked ? "[x] " : "[ ] ", ...styles)];
    case "text":
      return token.tokens === undefined || token.tokens.length === 0
        ? textPieces((token as Tokens.Text).text, styles)
        : pieces(token.tokens, styles);
    default:
      // HTML and whatever a later version adds: shown as it was written.
      return textPieces(token.raw, styles);
  }
}

/** A line break inside a paragraph is kept: models use it, and people see it in the source. */
function textPieces(text: string, styles: readonly TextStyle[]): readonly Piece[] {
  return text
    .split("\n")
    .flatMap((line, index): readonly Piece[] => [
      ...(index === 0 ? [] : ["break" as const]),
      span(line, ...styles),
    ]);
}

function link({ href, text, tokens }: Tokens.Link, styles: readonly TextStyle[]): readonly Piece[] {
  const shown = pieces(tokens, [...styles, "underline"]);
  const isSame = text === href || `mailto:${text}` === href;
  return isSame ? shown : [...shown, span(` (${href})`, ...styles, "dim")];
}
