import { type Message, nameLetters } from "@wield/core";
import type { CallIdForm } from "../families/family.ts";

const TAKEN = /^[A-Za-z0-9_-]{1,40}$/;

/**
 * The ids a provider is told in place of our own, by our own: the same where they are fine. The mapping depends on
 * the messages before a call only, so that a growing conversation keeps its beginning.
 */
export function mapCallIds(messages: readonly Message[], form: CallIdForm): ReadonlyMap<string, string> {
  const mapped = new Map<string, string>();
  const used = new Set<string>();
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    for (const part of message.parts) {
      if (part.kind !== "call" || mapped.has(part.callId)) continue;
      const id = form === "nine" ? `c${mapped.size.toString(36).padStart(8, "0")}` : free(part.callId, used);
      used.add(id);
      mapped.set(part.callId, id);
    }
  }
  return mapped;
}

function free(callId: string, used: ReadonlySet<string>): string {
  const taken = TAKEN.test(callId) ? callId : nameLetters(callId).slice(0, 36) || "call";
  if (!used.has(taken)) return taken;
  for (let count = 2; ; count += 1) {
    const next = `${taken.slice(0, 36)}_${count}`;
    if (!used.has(next)) return next;
  }
}
