import { decodeText } from "@wield/core";

const LF = 0x0a;
const CR = 0x0d;

/** The text of a file as UTF-8, with one LF behind each line by the rule of the file tools, and nothing before it. */
export interface NormalText {
  readonly bytes: Uint8Array;
  /** Where each line starts, and where the text ends. */
  readonly starts: readonly number[];
}

/** Whether bytes begin with the mark of UTF-16. */
export function hasUtf16Mark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

export function utf8MarkLength(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** Nothing when the bytes are UTF-16 by their mark, but not by what follows. */
export function normalText(raw: Uint8Array): NormalText | undefined {
  let content = raw.subarray(utf8MarkLength(raw));
  if (hasUtf16Mark(raw)) {
    const decoded = decodeText(raw);
    if (!decoded.ok) return undefined;
    content = new TextEncoder().encode(decoded.value.text);
  }
  const bytes = ended(withLineFeeds(content));
  return { bytes, starts: startsOf(bytes) };
}

/** The bytes of one line, counting from 1, without its terminator. */
export function lineBytes({ bytes, starts }: NormalText, number: number): Uint8Array {
  const start = starts[number - 1] ?? bytes.length;
  const end = (starts[number] ?? bytes.length + 1) - 1;
  return bytes.subarray(start, Math.max(start, end));
}

export function lineCount({ starts }: NormalText): number {
  return starts.length - 1;
}

/** How lines end, counted in bytes that may come in pieces. The halves of CRLF are not counted on their own. */
export interface Endings {
  lf: number;
  cr: number;
  crlf: number;
  /** Whether the last byte so far was a CR that is not counted yet. */
  isOpen: boolean;
}

export function noEndings(): Endings {
  return { lf: 0, cr: 0, crlf: 0, isOpen: false };
}

export function addEndings(endings: Endings, bytes: Uint8Array): void {
  if (bytes.length === 0) return;
  let pairs = 0;
  if (endings.isOpen) {
    if (bytes[0] === LF) pairs += 1;
    else endings.cr += 1;
  }
  for (let at = bytes.indexOf(CR); at !== -1; at = bytes.indexOf(CR, at + 1)) {
    if (at === bytes.length - 1) break;
    if (bytes[at + 1] === LF) pairs += 1;
    else endings.cr += 1;
  }
  endings.isOpen = bytes.at(-1) === CR;
  endings.crlf += pairs;
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) endings.lf += 1;
  endings.lf -= pairs;
}

/** Whether a lone CR ends lines: only where it is the text's majority ending. */
export function isCrText({ lf, cr, crlf, isOpen }: Endings): boolean {
  const lone = cr + (isOpen ? 1 : 0);
  return !(crlf > 0 && crlf >= lf && crlf >= lone) && lone > lf;
}

function withLineFeeds(content: Uint8Array): Uint8Array {
  if (!content.includes(CR)) return content;
  const endings = noEndings();
  addEndings(endings, content);
  return replaceEndings(content, isCrText(endings));
}

/** Line ends as LF: CRLF always, a lone CR when it ends lines. */
export function replaceEndings(content: Uint8Array, isCrEnd: boolean): Uint8Array {
  const changed = new Uint8Array(content.length);
  let length = 0;
  let from = 0;
  const take = (to: number): void => {
    changed.set(content.subarray(from, to), length);
    length += to - from;
  };
  for (let at = content.indexOf(CR); at !== -1; at = content.indexOf(CR, at + 1)) {
    const isPair = content[at + 1] === LF;
    if (!isPair && !isCrEnd) continue;
    take(at);
    // Of a pair the LF stays.
    from = at + 1;
    if (!isPair) changed[length++] = LF;
  }
  take(content.length);
  return changed.subarray(0, length);
}

function ended(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0 || bytes.at(-1) === LF) return bytes;
  const longer = new Uint8Array(bytes.length + 1);
  longer.set(bytes);
  longer[bytes.length] = LF;
  return longer;
}

function startsOf(bytes: Uint8Array): readonly number[] {
  const starts = [0];
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) starts.push(at + 1);
  return starts;
}
