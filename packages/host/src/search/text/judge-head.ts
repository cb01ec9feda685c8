import { isUtf8 } from "node:buffer";
import { hasUtf16Mark } from "./normal-text.ts";

/** How much of a file is looked at to tell what it is. */
export const HEAD_BYTES = 64 * 1024;
/** A NUL among these says that a file is no text. */
const NUL_BYTES = 8000;

const LF = 0x0a;
const CR = 0x0d;

/**
 * `binary` is not searched in a folder. Of `odd` text the engine may number or count lines otherwise than the file
 * tools do, so it is read and counted again.
 */
export type HeadKind = "binary" | "plain" | "odd";

/** What a file's first bytes, at most `HEAD_BYTES`, tell. `isWhole` when they are all of it. */
export function judgeHead(head: Uint8Array, isWhole: boolean): HeadKind {
  if (hasUtf16Mark(head)) return "odd";
  if (head.subarray(0, NUL_BYTES).includes(0)) return "binary";
  if (!isUtf8(firstLine(head, isWhole))) return "binary";
  if (hasLoneCr(head, isWhole)) return "odd";
  return isWhole || head.includes(LF) ? "plain" : "odd";
}

function firstLine(head: Uint8Array, isWhole: boolean): Uint8Array {
  const ends = [head.indexOf(LF), head.indexOf(CR)].filter((at) => at !== -1);
  if (ends.length > 0) return head.subarray(0, Math.min(...ends));
  return isWhole ? head : withoutCutCharacter(head);
}

/** Without the start of a character whose rest is not there. */
function withoutCutCharacter(head: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3; back += 1) {
    const byte = head.at(-back) ?? 0;
    if (byte >= 0xc0) return head.subarray(0, head.length - back);
    if (byte < 0x80) break;
  }
  return head;
}

function hasLoneCr(head: Uint8Array, isWhole: boolean): boolean {
  for (let at = head.indexOf(CR); at !== -1; at = head.indexOf(CR, at + 1)) {
    if (at === head.length - 1) return isWhole;
    if (head[at + 1] !== LF) return true;
  }
  return false;
}
