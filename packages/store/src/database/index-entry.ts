import type { JournalLine } from "../journal/read-lines.ts";
import type { StoredEntry } from "../journal/entry-codec.ts";
import { isValueRefused } from "./database-fault.ts";
import type { Statements } from "./statements.ts";

type Place = Pick<JournalLine, "offset" | "length"> & { readonly file: string };

/**
 * Takes one entry into the index. An entry that is in it already changes nothing. False when the database takes
 * no such value: one entry must not stop all that come after it.
 */
export function indexEntry(statements: Statements, entry: StoredEntry, place: Place): boolean {
  try {
    addToIndex(statements, entry, place);
    return true;
  } catch (error) {
    if (isValueRefused(error)) return false;
    throw error;
  }
}

function addToIndex(statements: Statements, entry: StoredEntry, place: Place): void {
  const { changes } = statements.addEntry.run(place.file, place.offset, place.length, entry.callId);
  if (changes === 0) return;
  const at = Math.round(entry.at);
  switch (entry.type) {
    case "proposed":
      statements.proposeCall.run(
        entry.callId,
        at,
        entry.rootId,
        entry.parentId ?? null,
        entry.caller,
        entry.surface,
        entry.sessionId,
        entry.workspace,
        entry.tool,
        JSON.stringify(entry.owner),
      );
      return;
    case "intent":
      statements.intendCall.run(
        entry.callId,
        at,
        entry.sessionId,
        entry.workspace,
        entry.tool,
        JSON.stringify(entry.owner),
        at,
        JSON.stringify(entry.temporaryFiles),
      );
      return;
    case "outcome":
      statements.endCall.run(
        entry.callId,
        at,
        entry.status,
        entry.code ?? null,
        entry.stage,
        entry.summary,
        entry.durationMs,
        at,
      );
      return;
    case "temporary":
      statements.touchCall.run(entry.callId, at);
      statements.addTemporaryFile.run(entry.path, entry.callId);
      return;
    case "decided":
    case "asked":
    case "answered":
      statements.touchCall.run(entry.callId, at);
      return;
  }
}
