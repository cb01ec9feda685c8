import type { Io } from "../../terminal/io.ts";
import { blockLines } from "../screen/block-lines.ts";
import type { Block } from "../transcript/transcript.ts";

/** One part of a conversation as lines: what was asked for on standard output, what is about it on standard error. */
export function printPlainly(block: Block, { out, err }: Pick<Io, "out" | "err">): void {
  switch (block.kind) {
    case "answer":
      out.line(out.foreign(block.text.trimEnd()));
      return;
    case "result":
      if (block.isOk) out.line(out.foreign(block.text.trimEnd()));
      else err.line(err.foreign(block.text));
      for (const note of block.notes) err.line(err.colours.dim(`… ${err.foreign(note)}`));
      return;
    case "shown":
      for (const line of block.lines) out.line(line);
      return;
    case "person":
      return;
    default: {
      const view = { columns: Math.max(err.columns, 80), colours: err.colours, now: Date.now() };
      for (const line of blockLines(block, view)) if (line !== "") err.line(line);
    }
  }
}
