import { KEY_MASK } from "@wield/core";
import type { Finding } from "./finding.ts";

/** What stands in the place of a registered secret: its name in brackets. */
const NAME_MASK = /\[[A-Za-z][A-Za-z0-9_.-]{2,63}\]/g;
/** No shorter value is ever masked. */
const SHORTEST_SECRET = 6;
const LONGEST_SECRET = 20_000;
const MAX_TRIES = 200;

/**
 * The anchor holds a mask, and the file another text in its place. A name in brackets counts only when all that
 * stands around it is in the file: brackets are common in text.
 */
export function findMask(text: string, anchor: string): Finding | undefined {
  for (const mask of new Set(anchor.match(NAME_MASK))) {
    if (text.includes(mask)) continue;
    const at = hiddenPlace(text, aroundMask(anchor, mask));
    if (at === undefined && mask !== KEY_MASK) continue;
    const sentence = `old_string holds the mask ${mask}, which stands for a hidden value: the mask is not what the file holds.`;
    return { sentence: `${sentence} Choose an old_string without it.`, ...(at === undefined ? {} : { at }) };
  }
  return undefined;
}

interface Around {
  readonly head: string;
  /** Up to the next mask of the same name. */
  readonly tail: string;
}

function aroundMask(anchor: string, mask: string): Around {
  const at = anchor.indexOf(mask);
  const next = anchor.indexOf(mask, at + mask.length);
  return { head: anchor.slice(0, at), tail: anchor.slice(at + mask.length, next === -1 ? undefined : next) };
}

/** Where head and tail stand in the file with a value of one line between them. */
function hiddenPlace(text: string, { head, tail }: Around): number | undefined {
  const probe = head.trim().length >= tail.trim().length ? head : tail;
  if (probe.trim() === "") return undefined;
  let at = text.indexOf(probe);
  for (let tries = 0; tries < MAX_TRIES && at !== -1; tries += 1) {
    const value = probe === head ? valueBehind(text, at + head.length, tail) : valueBefore(text, at, head);
    if (value !== undefined && text[value] !== "[") return value - head.length;
    at = text.indexOf(probe, at + 1);
  }
  return undefined;
}

function valueBehind(text: string, valueAt: number, tail: string): number | undefined {
  const border = text.indexOf("\n", valueAt);
  const lineEnd = Math.min(border === -1 ? text.length : border, valueAt + LONGEST_SECRET);
  if (tail === "") return lineEnd - valueAt >= SHORTEST_SECRET ? valueAt : undefined;
  const end = text.slice(valueAt, lineEnd + tail.length).indexOf(tail, SHORTEST_SECRET);
  return end !== -1 && valueAt + end <= lineEnd ? valueAt : undefined;
}

function valueBefore(text: string, valueEnd: number, head: string): number | undefined {
  const lineStart = text.lastIndexOf("\n", valueEnd - 1) + 1;
  if (head === "") return valueEnd - lineStart >= SHORTEST_SECRET ? lineStart : undefined;
  const from = Math.max(0, lineStart - head.length, valueEnd - LONGEST_SECRET - head.length);
  const found = text.slice(from, valueEnd - SHORTEST_SECRET).lastIndexOf(head);
  return found === -1 || from + found + head.length < lineStart ? undefined : from + found + head.length;
}
