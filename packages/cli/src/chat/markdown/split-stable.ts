import type { Token, Tokens } from "marked";
import { CONTINUED, tokensOf } from "./markdown-lines.ts";

export interface SplitText {
  /** What stands whatever comes after it. Empty when nothing does yet. */
  readonly stable: string;
  /** What may still change its form; what comes next is put behind it. */
  readonly rest: string;
  /** The cut is inside a block: no blank line belongs between the two. */
  readonly isInside: boolean;
}

/** Half of a sign, or of a line end, whose other half is still to come. */
const HALF = /[\ud800-\udbff\r]$/;

/**
 * Splits Markdown that is still coming into what is final and what is not: whole blocks; of the last block the items
 * of a list and the lines of a code block that were ended. Both parts are Markdown of their own.
 */
export function splitStable(text: string): SplitText {
  const half = HALF.exec(text)?.[0] ?? "";
  const tokens = [...tokensOf(text.slice(0, text.length - half.length))];
  let after = half;
  while (tokens.at(-1)?.type === "space") after = (tokens.pop()?.raw ?? "") + after;
  const last = tokens.pop();
  if (last === undefined) return { stable: "", rest: text, isInside: false };
  const before = tokens.map(({ raw }) => raw).join("");
  const inside = after === half ? (splitFence(last) ?? splitList(last)) : splitList(last);
  if (inside === undefined) return { stable: before, rest: last.raw + after, isInside: false };
  return { ...inside, stable: before + inside.stable, rest: inside.rest + after };
}

function splitList(last: Token): SplitText | undefined {
  if (last.type !== "list") return undefined;
  const { items, loose, raw } = last as Tokens.List;
  const end = items.at(-1);
  if (end === undefined || items.length < 2 || !raw.endsWith(end.raw)) return undefined;
  return { stable: raw.slice(0, -end.raw.length), rest: end.raw, isInside: !loose };
}

/** Only of a fence that is open: a closed one is final with the next block. */
function splitFence({ type, raw }: Token): SplitText | undefined {
  if (type !== "code") return undefined;
  const [, fence, info = ""] = /^ {0,3}(`{3,}|~{3,})([^\n]*)\n/.exec(raw) ?? [];
  const cut = raw.lastIndexOf("\n");
  const start = raw.indexOf("\n") + 1;
  if (fence === undefined || cut < start || isClosed(raw.slice(start), fence)) return undefined;
  return {
    stable: `${fence}${info}\n${raw.slice(start, cut)}\n${fence}\n`,
    rest: `${fence}${CONTINUED}\n${raw.slice(cut + 1)}`,
    isInside: true,
  };
}

function isClosed(body: string, fence: string): boolean {
  const end = body.trimEnd().split("\n").at(-1)?.trim() ?? "";
  return end.length >= fence.length && [...end].every((sign) => sign === fence[0]);
}
