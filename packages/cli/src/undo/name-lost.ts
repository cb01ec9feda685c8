import type { CallSummary, JournalQuery } from "@wield/store";
import { lostCalls, type UndoListing } from "./list-undo.ts";

/**
 * The calls of a listing, in which the newest `most` of those that cannot be taken back say the command they ran:
 * what it printed seldom tells what it changed. Of failed calls only commands stay, which may have changed something
 * before they failed; other tools say so by their undo data.
 */
export async function nameLost(
  query: JournalQuery,
  listing: Pick<UndoListing, "records" | "calls">,
  most: number,
): Promise<readonly CallSummary[]> {
  const lost = lostCalls(listing);
  const named = new Map<string, CallSummary | undefined>(
    lost.filter(({ status }) => status === "failed").map(({ callId }) => [callId, undefined]),
  );
  let count = 0;
  for (const call of lost) {
    if (count === most) break;
    const summary = await commandsOf(query, call.callId);
    if (summary === "" && call.status === "failed") continue;
    named.set(call.callId, summary === "" ? call : { ...call, summary });
    count += 1;
  }
  return listing.calls.flatMap((call) => {
    const other = named.has(call.callId) ? named.get(call.callId) : call;
    return other === undefined ? [] : [other];
  });
}

async function commandsOf(query: JournalQuery, callId: string): Promise<string> {
  const found = await query.get(callId);
  const entries = (found.ok ? found.value?.entries : undefined) ?? [];
  const intent = entries.findLast((entry) => entry.type === "intent");
  return (intent?.effects ?? [])
    .flatMap((effect) => (effect.kind === "run" ? [effect.command] : []))
    .join("; ");
}
