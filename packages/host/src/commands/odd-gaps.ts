import type { Node } from "web-tree-sitter";

/** Between their parts these hold text of their own. */
const WITH_TEXT: ReadonlySet<string> = new Set([
  "string",
  "heredoc_redirect",
  "heredoc_body",
  "redirected_statement",
]);

/**
 * True when something other than blanks, line breaks and comments stands between the parts of a node: the grammar
 * skips all white space of Unicode, a shell takes most of it for a part of the word.
 */
export function hasOddGaps(node: Node): boolean {
  if (WITH_TEXT.has(node.type) || node.childCount === 0) return false;
  const { text, startIndex } = node;
  let from = node.type === "program" ? 0 : startIndex;
  const whole = node.type === "program" ? node.tree.rootNode.text : text;
  const offset = node.type === "program" ? startIndex : startIndex;
  for (const child of node.children) {
    if (!isBlank(whole.slice(Math.max(0, from - offset), child.startIndex - offset))) return true;
    if (child.type === "comment" && !startsWord(whole, child.startIndex - offset)) return true;
    from = child.endIndex;
  }
  return !isBlank(whole.slice(from - offset));
}

function isBlank(text: string): boolean {
  return /^(?:[ \t\n]|\\\n)*$/.test(text);
}

/** A `#` inside a word begins no comment. */
function startsWord(text: string, at: number): boolean {
  return at <= 0 || /[\s;&|()]/.test(text[at - 1] ?? " ");
}
