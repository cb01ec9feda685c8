import type { Message, ResultMessage } from "@wield/core";
import { cutMiddle } from "./cut-middle.ts";

const LONG_CHARACTERS = 4000;

const known = new WeakMap<ResultMessage, ResultMessage>();

/** Long results before `upTo` cut to half, head and tail. Equal messages give equal bytes. */
export function shortenResults(messages: readonly Message[], upTo: number): readonly Message[] {
  if (upTo <= 0) return messages;
  let hasChanged = false;
  const shortened = messages.map((message, index) => {
    if (index >= upTo || message.role !== "result" || message.text.length <= LONG_CHARACTERS) return message;
    hasChanged = true;
    return shorten(message);
  });
  return hasChanged ? shortened : messages;
}

function shorten(message: ResultMessage): ResultMessage {
  const before = known.get(message);
  if (before !== undefined) return before;
  const { text, outputRef } = message;
  const where =
    outputRef === undefined
      ? "make the call again to see them"
      : `whole text: ${outputRef} (read_output reads it)`;
  const shortened = { ...message, text: cutMiddle(text, Math.floor(text.length / 2), where) };
  known.set(message, shortened);
  return shortened;
}
