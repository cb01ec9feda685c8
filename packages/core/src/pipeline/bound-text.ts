import { cutPoint } from "../text/cut-point.ts";
import { cutText, joinCut } from "../text/cut-text.ts";
import type { DecodedCall } from "./call-state.ts";
import type { PipelineDeps } from "./deps.ts";
import { outputLimit } from "./run.ts";
import { messageOf } from "../text/message-of.ts";

/** Most bytes of UTF-8 kept of one result. */
const MOST_STORED_BYTES = 20 * 1024 * 1024;

/** A shorter text is a sentence, not the output that was stored. */
const LEAST_SHOWN = 1000;

export interface BoundedText {
  readonly text: string;
  readonly notes: readonly string[];
  readonly outputRef?: string;
}

/** Cuts text that is over the caller's limit once, and keeps the whole under a locator. */
export async function boundText(call: DecodedCall, deps: PipelineDeps, text: string): Promise<BoundedText> {
  const { stored } = call;
  if (stored !== undefined && text.length > LEAST_SHOWN) {
    delete call.stored;
    // Its middle is missing, so it is cut there however long a text may be.
    const around = cutText(text, Math.min(outputLimit(call), text.length - 1));
    if (around !== undefined) {
      const what = stored.isPartial ? "first and last part" : "whole text";
      const line = `${around.cut + stored.missing} characters cut; ${what}: ${stored.id} (read_output reads it)`;
      return { text: joinCut(around, line), notes: [], outputRef: stored.id };
    }
  }
  const parts = cutText(text, outputLimit(call));
  if (parts === undefined) return { text, notes: [] };
  // What shows stored outputs is never stored again.
  if (call.tool.needs.includes("outputs"))
    return { text: joinCut(parts, `${parts.cut} characters cut`), notes: [] };
  try {
    const kept = storedPart(text);
    const isPartial = kept.length < text.length;
    const { id } = await deps.outputs.save({
      sessionId: call.conversation.sessionId,
      callId: call.id,
      tool: call.tool.name,
      text: kept,
      isPartial,
      origins: [...call.origins],
      at: deps.clock.now(),
    });
    const what = isPartial
      ? `at least ${parts.cut} characters cut; first ${kept.length} characters`
      : `${parts.cut} characters cut; whole text`;
    return {
      text: joinCut(parts, `${what}: ${id} (read_output reads it)`),
      notes: [],
      outputRef: id,
    };
  } catch (error) {
    const reason = messageOf(error);
    deps.log("error", `the output of ${call.id} could not be stored: ${reason}`);
    return {
      text: joinCut(parts, `${parts.cut} characters cut`),
      notes: ["the rest of the text could not be kept"],
    };
  }
}

function storedPart(text: string): string {
  // A unit is at most three bytes.
  if (text.length * 3 <= MOST_STORED_BYTES) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MOST_STORED_BYTES));
  return text.slice(0, cutPoint(text, read));
}
