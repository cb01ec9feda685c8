import type { ShellWord } from "@wield/core";
import type { Node } from "web-tree-sitter";
import { decodeAnsiC } from "./ansi-c.ts";
import { wordPieces } from "./word-pieces.ts";

/** A piece of a word: its value, or nothing when only the running shell knows it. */
interface Piece {
  readonly value?: string;
  /** Begins with a tilde that is neither quoted nor escaped. */
  readonly hasTilde?: boolean;
  /** What it stands for at the start of a path. */
  readonly folder?: "~" | ".";
}

const UNKNOWN: Piece = {};

const WORDS: ReadonlySet<string> = new Set([
  "ansi_c_string",
  "arithmetic_expansion",
  "brace_expression",
  "command_substitution",
  "concatenation",
  "expansion",
  "extglob_pattern",
  "number",
  "process_substitution",
  "raw_string",
  "regex",
  "simple_expansion",
  "string",
  "translated_string",
  "variable_name",
  "special_variable_name",
  "word",
  "$",
  "==",
  "=~",
]);

export function isWord(node: Node): boolean {
  return WORDS.has(node.type);
}

/** The word a node stands for. Substitutions inside are the caller's business. */
export function readWord(node: Node): ShellWord {
  const pieces = piecesOf(node);
  const text = textOf(pieces);
  if (isBraced(node)) return { text: node.text, isLiteral: false, pieces: wordPieces(node) };
  const path = pathOf(pieces);
  if (text === undefined) return { text: node.text, isLiteral: false, ...path, pieces: wordPieces(node) };
  return { text, isLiteral: true, ...path };
}

function textOf(pieces: readonly Piece[]): string | undefined {
  if (!pieces.every(({ value }) => value !== undefined)) return undefined;
  return pieces.map(({ value }) => value).join("");
}

/** `{a,b}` comes as pieces that each look harmless. */
function isBraced(node: Node): boolean {
  if (node.type !== "concatenation") return false;
  const bare = node.children.map((child) => (child.type === "word" ? child.text : "_")).join("");
  return /(?<!\\)\{.*[,.].*\}/s.test(bare);
}

function piecesOf(node: Node): readonly Piece[] {
  switch (node.type) {
    case "concatenation":
      return node.children.flatMap(piecesOf);
    case "word":
    case "number":
      return [node.namedChildCount > 0 ? UNKNOWN : bareWord(node.text)];
    case "raw_string":
      return [{ value: node.text.slice(1, -1) }];
    case "string":
      return quotedPieces(node);
    case "ansi_c_string": {
      const value = decodeAnsiC(node.text.slice(2, -1));
      return [value === undefined ? UNKNOWN : { value }];
    }
    case "simple_expansion":
    case "expansion":
      return [folderVariable(node.text)];
    case "$":
    case "==":
    case "=~":
    case "variable_name":
      return [{ value: node.text }];
    default:
      return [UNKNOWN];
  }
}

function folderVariable(text: string): Piece {
  if (text === "$HOME" || text === "${HOME}") return { folder: "~" };
  return text === "$PWD" || text === "${PWD}" ? { folder: "." } : UNKNOWN;
}

function bareWord(text: string): Piece {
  const joined = text.replaceAll("\\\n", "");
  if (/[ \t\n;&|<>()]/.test(joined.replace(/\\[\s\S]/g, "_"))) return UNKNOWN;
  const unescaped = joined.replace(/\\[\s\S]/g, "_");
  const isPattern = /[*?[]|[@!+]\(/.test(unescaped) || /\{.*[,.].*\}/s.test(unescaped);
  const isOtherHome = /^~[^/]/.test(joined) || /[:=]~/.test(unescaped);
  if (isPattern || isOtherHome) return UNKNOWN;
  return { value: joined.replace(/\\([\s\S])/g, "$1"), hasTilde: joined.startsWith("~") };
}

/** What stands between the expansions of a double-quoted word is taken from the text itself. */
function quotedPieces(node: Node): readonly Piece[] {
  const pieces: Piece[] = [];
  const inside = node.text;
  let from = 1;
  const literal = (to: number): void => {
    const text = inside.slice(from, to);
    if (text !== "") pieces.push(hasBareBacktick(text) ? UNKNOWN : { value: unescapeQuoted(text) });
  };
  for (const child of node.namedChildren) {
    if (child.type === "string_content") continue;
    literal(child.startIndex - node.startIndex);
    pieces.push(
      ...(child.type === "simple_expansion" || child.type === "expansion" ? piecesOf(child) : [UNKNOWN]),
    );
    from = child.endIndex - node.startIndex;
  }
  literal(inside.length - 1);
  return pieces.length === 0 ? [{ value: "" }] : pieces;
}

function hasBareBacktick(text: string): boolean {
  return text.replace(/\\[\s\S]/g, "_").includes("`");
}

function unescapeQuoted(inside: string): string {
  return inside.replaceAll("\\\n", "").replace(/\\([$`"\\])/g, "$1");
}

/** Where the word's start is a tilde or a folder variable, or only looks like one. */
function pathOf(pieces: readonly Piece[]): { readonly path?: string } {
  const [first, ...rest] = pieces;
  if (first === undefined) return {};
  if (first.folder !== undefined) {
    const tail = textOf(rest);
    return tail === "" || tail?.startsWith("/") === true ? { path: `${first.folder}${tail}` } : {};
  }
  const text = textOf(pieces);
  if (text?.startsWith("~") !== true) return {};
  const isHome = first.hasTilde === true && (text === "~" || first.value?.startsWith("~/") === true);
  return { path: isHome ? text : `./${text}` };
}
