import type { Node } from "web-tree-sitter";

/** Between their parts these hold text of their own. */
const WITH_TEXT: ReadonlySet<string> = new Set([
  "string",
  "heredoc_redirect",
  "heredoc_body",
  "redirected_statement",
]);

/**
 * True when something other than blanks, line breaks and comments stands between the parts of a node. The grammar
 * skips all white space of Unicode where a shell takes most of it for a part of the word, and takes a continued line
 * for a gap where a shell joins the words.
 */
export function hasOddGaps(node: Node): boolean {
  if (WITH_TEXT.has(node.type) || node.childCount === 0) return false;
  const { text, startIndex, children } = node;
  let from = 0;
  for (const [at, child] of children.entries()) {
    const start = child.startIndex - startIndex;
    const gap = text.slice(from, start);
    if (!isBlank(gap)) return true;
    const isBetweenWords = children[at - 1]?.isNamed === true && child.isNamed;
    if (isBetweenWords && gap !== "" && /^(?:\\\n)+$/.test(gap)) return true;
    if (child.type === "comment" && !startsWord(text, start)) return true;
    from = child.endIndex - startIndex;
  }
  return !isBlank(text.slice(from));
}

function isBlank(text: string): boolean {
  return /^(?:[ \t\n]|\\\n)*$/.test(text);
}

/** A `#` inside a word begins no comment. */
function startsWord(text: string, at: number): boolean {
  return at <= 0 || /[\s;&|()]/.test(text[at - 1] ?? " ");
}
