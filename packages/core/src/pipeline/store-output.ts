import { cleanText } from "../text/clean.ts";
import type { OutputWriter } from "../ports/outputs.ts";
import type { Scrubber } from "../text/scrub.ts";
import type { DecodedCall } from "./call-state.ts";
import type { PipelineDeps } from "./deps.ts";
import { messageOf } from "../text/message-of.ts";

/** A secret is looked for in pieces that overlap by so much. */
const OVERLAP_CHARS = 16 * 1024;
const PIECE_CHARS = 128 * 1024;

/** An output that was stored before its call ended, because it was too much to be held. */
export interface StoredWhole {
  readonly id: string;
  readonly characters: number;
  readonly isPartial: boolean;
}

/**
 * Stores text piece by piece, masked and cleaned before it reaches the disk. Nothing when it could not be stored: the
 * call goes on with what it has.
 */
export async function storeOutput(
  call: DecodedCall,
  deps: PipelineDeps,
  {
    pieces,
    isPartial,
  }: { readonly pieces: AsyncIterable<string> | Iterable<string>; readonly isPartial: boolean },
): Promise<StoredWhole | undefined> {
  let writer: OutputWriter | undefined;
  try {
    writer = await deps.outputs.open?.({
      sessionId: call.conversation.sessionId,
      callId: call.id,
      tool: call.tool.name,
      isPartial,
      origins: [...call.origins],
      at: deps.clock.now(),
    });
    if (writer === undefined) return undefined;
    let pending = "";
    for await (const piece of pieces) {
      pending += piece;
      if (pending.length < PIECE_CHARS) continue;
      const end = safeEnd(pending);
      await writer.append(masked(call.scrubber, pending.slice(0, end)));
      pending = pending.slice(end);
    }
    await writer.append(masked(call.scrubber, pending));
    return { ...(await writer.finish()), isPartial };
  } catch (error) {
    await writer?.discard();
    const reason = messageOf(error);
    deps.log("error", `the output of ${call.id} could not be stored: ${reason}`);
    return undefined;
  }
}

function masked(scrubber: Scrubber, text: string): string {
  return cleanText(scrubber.text(text));
}

/** Behind a line, where no key can go on: what stands behind it is looked at with the next piece. */
function safeEnd(text: string): number {
  const latest = text.length - OVERLAP_CHARS;
  const line = text.lastIndexOf("\n", latest) + 1;
  const end = line === 0 ? latest : line;
  const begun = text.lastIndexOf("-----BEGIN", end);
  const isOpen = begun >= 0 && !text.slice(begun, end).includes("-----END");
  return isOpen && begun > 0 && end - begun < OVERLAP_CHARS ? begun : end;
}
