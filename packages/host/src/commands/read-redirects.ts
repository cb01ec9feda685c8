import type { ShellRedirect, ShellWord } from "@wield/core";
import type { Node } from "web-tree-sitter";
import { isWord, readWord } from "./read-word.ts";

export interface ReadRedirects {
  readonly redirects: readonly ShellRedirect[];
  /** The grammar counts words after the target to the redirection; they are the command's. */
  readonly words: readonly ShellWord[];
  readonly input?: ShellWord;
}

const USES: ReadonlyMap<string, ShellRedirect["use"]> = new Map([
  ["<", "read"],
  [">", "write"],
  [">>", "write"],
  [">|", "write"],
  ["&>", "write"],
  ["&>>", "write"],
  ["<>", "both"],
  [">&", "write"],
  ["<&", "read"],
]);

/** Nothing for a redirection of a form that is not known here. */
export function readRedirects(node: Node): ReadRedirects | undefined {
  const targets = node.namedChildren.filter(({ type }) => type !== "file_descriptor");
  if (!targets.every(isWord)) return undefined;
  const words = targets.map(readWord);
  const [target, ...rest] = words;
  if (node.type === "herestring_redirect") {
    return target === undefined ? undefined : { redirects: [], words: rest, input: target };
  }
  const operator = node.children.find((child) => !child.isNamed)?.type ?? "";
  if (operator === "<&-" || operator === ">&-") return { redirects: [], words };
  const use = USES.get(operator);
  if (use === undefined || target === undefined) return undefined;
  const isCopy = operator.endsWith("&") && target.isLiteral && /^\d*-?$/.test(target.text);
  return { redirects: isCopy ? [] : [{ use, target }], words: rest };
}

/** What the heredoc of a node feeds its command. Nothing when it does not lie where a shell would look for it. */
export function readHeredoc(node: Node): ShellWord | undefined {
  const start = node.namedChildren.find(({ type }) => type === "heredoc_start");
  const body = node.namedChildren.find(({ type }) => type === "heredoc_body");
  const end = node.namedChildren.find(({ type }) => type === "heredoc_end");
  if (start === undefined || body === undefined || end === undefined) return undefined;
  if (!liesRight(node, { start, body, end })) return undefined;
  const { text } = body;
  if (/['"\\]/.test(start.text)) return { text, isLiteral: true };
  if (!/[$`\\]/.test(text)) return { text, isLiteral: true };
  const hasSubstitution = /\$\(|`/.test(text.replace(/\\[\s\S]/g, ""));
  return hasSubstitution && !holdsSubstitution(body) ? undefined : { text, isLiteral: false };
}

interface HeredocParts {
  readonly start: Node;
  readonly body: Node;
  readonly end: Node;
}

/** The body begins on the next line and ends at the first line that is the delimiter; nothing else reaches into it. */
function liesRight(node: Node, { start, body, end }: HeredocParts): boolean {
  const { text, startIndex } = node;
  // A delimiter that goes on is another one for a shell.
  if (!/^[ \t\n;&|<>()]/.test(text.slice(start.endIndex - startIndex))) return false;
  const lineEnd = text.indexOf("\n", start.endIndex - startIndex);
  if (lineEnd < 0) return false;
  const skipped = text.slice(lineEnd + 1, body.startIndex - startIndex);
  if (body.startIndex - startIndex <= lineEnd || !/^\t*$/.test(skipped)) return false;
  const others = node.children.filter((child) => child.id !== body.id && child.id !== end.id);
  if (others.some((child) => child.endIndex - startIndex > lineEnd && child.startIndex < end.startIndex))
    return false;
  const { rootNode } = node.tree;
  const behind = rootNode.text[end.endIndex - rootNode.startIndex];
  if (behind !== undefined && behind !== "\n") return false;
  const delimiter = start.text.replace(/['"\\]/g, "");
  const isIndented = text.startsWith("<<-");
  if (skipped !== "" && !isIndented) return false;
  let at = lineEnd + 1;
  for (const line of text.slice(at).split("\n")) {
    const stripped = isIndented ? line.replace(/^\t+/, "") : line;
    if (stripped === delimiter)
      return end.startIndex - startIndex >= at && end.endIndex - startIndex <= at + line.length;
    at += line.length + 1;
  }
  return false;
}

function holdsSubstitution(node: Node): boolean {
  return node.namedChildren.some(
    (child) =>
      child.type === "command_substitution" ||
      child.type === "arithmetic_expansion" ||
      holdsSubstitution(child),
  );
}
