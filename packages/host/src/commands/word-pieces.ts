import type { WordPiece } from "@wield/core";
import type { Node } from "web-tree-sitter";
import { decodeAnsiC } from "./ansi-c.ts";

const UNKNOWN: WordPiece = { kind: "unknown" };

/** What a word is made of that the shell makes something else of. */
export function wordPieces(node: Node): readonly WordPiece[] {
  switch (node.type) {
    case "concatenation":
      return node.children.flatMap(wordPieces);
    case "word":
    case "number":
      return node.namedChildCount > 0 ? [UNKNOWN] : barePieces(node.text);
    case "brace_expression":
      return barePieces(node.text);
    case "raw_string":
      return [{ kind: "text", text: node.text.slice(1, -1) }];
    case "ansi_c_string": {
      const text = decodeAnsiC(node.text.slice(2, -1));
      return [text === undefined ? UNKNOWN : { kind: "text", text }];
    }
    case "string":
      return quoted(node);
    case "simple_expansion":
    case "expansion":
      return [variable(node.text)];
    default:
      return [UNKNOWN];
  }
}

function barePieces(text: string): readonly WordPiece[] {
  const joined = text.replaceAll("\\\n", "");
  if (/[ \t\n;&|<>()`]/.test(joined.replace(/\\[\s\S]/g, "_"))) return [UNKNOWN];
  return (joined.match(/\\[\s\S]|(?:[^\\]|\\$)+/g) ?? []).map((part): WordPiece =>
    part.length > 1 && part.startsWith("\\")
      ? { kind: "text", text: part.slice(1) }
      : { kind: "bare", text: part },
  );
}

function quoted(node: Node): readonly WordPiece[] {
  const pieces: WordPiece[] = [];
  const inside = node.text;
  let from = 1;
  const takeText = (to: number): void => {
    const text = inside.slice(from, to);
    if (text.replace(/\\[\s\S]/g, "_").includes("`")) pieces.push(UNKNOWN);
    else if (text !== "")
      pieces.push({ kind: "text", text: text.replaceAll("\\\n", "").replace(/\\([$`"\\])/g, "$1") });
  };
  for (const child of node.namedChildren) {
    if (child.type === "string_content") continue;
    takeText(child.startIndex - node.startIndex);
    pieces.push(...wordPieces(child));
    from = child.endIndex - node.startIndex;
  }
  takeText(inside.length - 1);
  return pieces;
}

function variable(text: string): WordPiece {
  const found = /^\$(?:(?<bare>\w+)|\{(?<name>\w+)(?::?[-=+](?<fallback>[\w./~-]*))?\})$/.exec(text)?.groups;
  const name = found?.["bare"] ?? found?.["name"];
  if (name === undefined) return UNKNOWN;
  const fallback = found?.["fallback"];
  return { kind: "variable", name, ...(fallback === undefined ? {} : { fallback }) };
}
