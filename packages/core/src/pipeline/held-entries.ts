import type { JournalEntry } from "../ports/journal.ts";
import type { CallState } from "./call-state.ts";
import type { PipelineDeps } from "./deps.ts";
import { messageOf } from "../text/message-of.ts";

/**
 * Puts an entry in the journal. A call to a tool of Wield itself that changes nothing mostly ends before anything else
 * gets its turn: its entries wait for each other and are written as one, at the latest with its outcome, or as soon as
 * it waits for something. The entries of any other call are all there before its tool runs.
 */
export function putInJournal(call: CallState, deps: PipelineDeps, entry: JournalEntry): void {
  const { held } = call;
  held.entries.push(entry);
  if (entry.type === "proposed" || (entry.type === "decided" && mayWait(call, deps))) {
    held.stopTimer ??= deps.clock.timer(0, () => writeHeld(call, deps));
    return;
  }
  writeHeld(call, deps);
}

function mayWait({ tool }: CallState, { registry }: PipelineDeps): boolean {
  return tool?.mutates === false && registry.get(tool.name)?.source === "built_in";
}

function writeHeld({ held }: CallState, deps: PipelineDeps): void {
  held.stopTimer?.();
  delete held.stopTimer;
  const entries = held.entries.splice(0);
  const { journal } = deps;
  const writeAll = journal.appendAll?.bind(journal);
  if (entries.length > 1 && writeAll !== undefined) guarded(entries, deps, () => writeAll(entries));
  else for (const entry of entries) guarded([entry], deps, () => journal.append(entry));
}

/** The journal never throws by its contract; a call has its one outcome even if it does. */
function guarded(entries: readonly JournalEntry[], deps: PipelineDeps, write: () => void): void {
  try {
    write();
  } catch (error) {
    const why = messageOf(error);
    const types = entries.map(({ type }) => type).join(", ");
    deps.log("error", `the journal refused the entry ${types} of ${entries[0]?.callId}: ${why}`);
  }
}
