import type { Message } from "@wield/core";
import type { CompactionSettings } from "../agent-settings.ts";

/** Messages from `from` up to, not with, `to` become a summary. */
export interface SummaryRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Which part of a conversation becomes a summary: the middle. A call is never parted from its result, a former summary
 * goes into the new one, and at least a quarter of the messages stays.
 */
export function planSummary(
  messages: readonly Message[],
  { keepFirst, keepLast, minMessages }: CompactionSettings,
): SummaryRange | undefined {
  const count = messages.length;
  if (count < minMessages) return undefined;
  const former = messages.findIndex((message) => message.role === "user" && message.origin === "summary");
  const wanted = former < 0 ? keepFirst : Math.min(keepFirst, former);
  const from = afterResults(messages, wanted);
  const most = from + Math.floor((count * 3) / 4);
  const to = beforeResults(messages, Math.min(count - keepLast, most));
  return to - from < 2 ? undefined : { from, to };
}

/** A result belongs to what stands before it. */
function afterResults(messages: readonly Message[], index: number): number {
  let place = index;
  while (messages[place]?.role === "result") place += 1;
  return place;
}

function beforeResults(messages: readonly Message[], index: number): number {
  let place = Math.max(0, index);
  while (place > 0 && messages[place]?.role === "result") place -= 1;
  return place;
}
