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

/** What the heredoc of a node feeds its command. */
export function readHeredoc(node: Node): ShellWord | undefined {
  const start = node.namedChildren.find(({ type }) => type === "heredoc_start");
  const body = node.namedChildren.find(({ type }) => type === "heredoc_body");
  if (start === undefined || body === undefined) return undefined;
  const { text } = body;
  if (/['"\\]/.test(start.text)) return { text, isLiteral: true };
  if (!/[$`\\]/.test(text)) return { text, isLiteral: true };
  const hasSubstitution = /\$\(|`/.test(text.replace(/\\[\s\S]/g, ""));
  const isFound = body.namedChildren.some(
    ({ type }) => type === "command_substitution" || type === "arithmetic_expansion",
  );
  return hasSubstitution && !isFound && !body.text.includes("$((") && !hasDeepSubstitution(body)
    ? undefined
    : { text, isLiteral: false };
}

function hasDeepSubstitution(node: Node): boolean {
  return node.namedChildren.some(
    (child) => child.type === "command_substitution" || hasDeepSubstitution(child),
  );
}
