import { cutPoint } from "./cut-point.ts";

export interface CutText {
  readonly head: string;
  readonly tail: string;
  /** Characters between them. */
  readonly cut: number;
}

/** The first two thirds and the last third of `limit` characters; nothing when the text fits. */
export function cutText(text: string, limit: number): CutText | undefined {
  if (text.length <= limit) return undefined;
  const tailLength = Math.floor(limit / 3);
  const headEnd = cutPoint(text, limit - tailLength);
  const tailStart = cutPoint(text, text.length - tailLength);
  // A pair at the border can take up all there was to cut.
  if (tailStart === headEnd) return undefined;
  return { head: text.slice(0, headEnd), tail: text.slice(tailStart), cut: tailStart - headEnd };
}

/** Head and tail with a line of its own between them. */
export function joinCut(parts: CutText, line: string): string {
  const lead = parts.head === "" || parts.head.endsWith("\n") ? "" : "\n";
  return `${parts.head}${lead}… ${line}\n${parts.tail}`;
}
