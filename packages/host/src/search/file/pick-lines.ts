import { charactersIn, VIEW_BYTES, viewLine, WHOLE_LINE_BYTES } from "../text/line-view.ts";
import type { LineView } from "../text/line-view.ts";
import type { ViewedLines } from "../found/found-file.ts";

const LF = 0x0a;

export interface WantedLines {
  readonly lines: ReadonlySet<number>;
  /** Where the match in a line starts, in bytes counting from 1. */
  readonly byteColumns: ReadonlyMap<number, number>;
}

/** Picks lines out of a text that comes in pieces. Of an endless line only the part around its match is kept. */
export async function pickLines(
  pieces: AsyncIterable<Uint8Array>,
  wanted: WantedLines,
): Promise<ViewedLines> {
  const views = new Map<number, LineView>();
  const last = wanted.lines.values().reduce((highest, line) => Math.max(highest, line), 0);
  let number = 1;
  let picking = createPicker(wanted, number);
  for await (const piece of pieces) {
    let from = 0;
    for (let at = piece.indexOf(LF); at !== -1; at = piece.indexOf(LF, from)) {
      picking?.add(piece.subarray(from, at));
      if (picking !== undefined) views.set(number, picking.view());
      from = at + 1;
      number += 1;
      picking = createPicker(wanted, number);
      if (number > last) return viewsOf(views, number - 1);
    }
    picking?.add(piece.subarray(from));
  }
  return viewsOf(views, number - 1);
}

function viewsOf(views: ReadonlyMap<number, LineView>, count: number): ViewedLines {
  return { count, view: (line) => views.get(line) ?? viewLine(new Uint8Array(0)) };
}

interface Picker {
  add(bytes: Uint8Array): void;
  view(): LineView;
}

/** Gathers one line; nothing for a line that is not wanted. */
function createPicker({ lines, byteColumns }: WantedLines, number: number): Picker | undefined {
  if (!lines.has(number)) return undefined;
  const byteColumn = byteColumns.get(number);
  const from = Math.max(0, (byteColumn ?? 1) - 1 - WHOLE_LINE_BYTES / 2);
  const kept: Uint8Array[] = [];
  let keptBytes = 0;
  let position = 0;
  let before = 0;
  /** The rest of a character that began before what is kept. */
  let dropped = 0;
  return {
    add(bytes) {
      let skip = Math.min(bytes.length, Math.max(0, from - position));
      before += charactersIn(bytes.subarray(0, skip));
      if (from > 0 && keptBytes === 0) {
        const start = bytes.findIndex((byte, index) => index >= skip && (byte & 0xc0) !== 0x80);
        const rest = (start === -1 ? bytes.length : start) - skip;
        skip += rest;
        dropped += rest;
      }
      const room = WHOLE_LINE_BYTES + VIEW_BYTES - keptBytes;
      const part = bytes.subarray(skip, skip + Math.max(0, room));
      // The piece's memory is used again.
      if (part.length > 0) kept.push(part.slice());
      keptBytes += part.length;
      position += bytes.length;
    },
    view() {
      const whole = Buffer.concat(kept);
      const view = viewLine(whole, byteColumn === undefined ? undefined : byteColumn - from - dropped);
      return { ...view, before: before + view.before, isWhole: view.isWhole && position === whole.length };
    },
  };
}
