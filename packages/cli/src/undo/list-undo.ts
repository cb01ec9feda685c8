import { visibleText } from "@wield/core";
import type { UndoRecord } from "@wield/core";
import type { CallSummary } from "@wield/store";
import type { Colours } from "../terminal/colours.ts";
import { cutToWidth } from "../terminal/display-width.ts";
import { shortTime } from "../terminal/times.ts";
import { standingRecords, UNDO_TOOL } from "./undo-plan.ts";

export interface UndoListing {
  /** All of the workspace, newest first. */
  readonly records: readonly UndoRecord[];
  /** Calls of the workspace that may have changed something, newest first. */
  readonly calls: readonly CallSummary[];
  readonly limit: number;
  /** Where the work is now, when that is not this machine. */
  readonly place?: string;
}

const MOST_PATHS = 3;
/** What cannot be taken back is told as exactly as may be: a line of it may wrap. */
const LOST_WIDTH = 200;

/** What can be taken back, newest first, and among it the calls whose effects are no files. */
export function renderUndoList(
  listing: UndoListing,
  page: { readonly columns: number; readonly colours: Colours },
): string {
  const { records, calls, limit, place } = listing;
  const standing = new Set(standingRecords(records));
  const lost = lostCalls({ records, calls });
  const rows = [
    ...records.map((record) => ({
      id: record.callId,
      line: recordLine(record, { isStanding: standing.has(record), place }, page),
    })),
    ...lost.map((call) => ({ id: call.callId, line: lostLine(call, page) })),
  ].toSorted((one, other) => (one.id < other.id ? 1 : -1));
  const cut = rows.length - limit;
  return [...rows.slice(0, limit).map(({ line }) => line), ...(cut > 0 ? [`… ${cut} older ones`] : [])]
    .map((line) => `${line}\n`)
    .join("");
}

/** Calls that may have changed something and left nothing that could be put back: commands, messages, servers. */
export function lostCalls({
  records,
  calls,
}: Pick<UndoListing, "records" | "calls">): readonly CallSummary[] {
  const kept = new Set(records.map(({ callId }) => callId));
  return calls.filter(
    (call) => call.hadIntent && mayHaveHappened(call) && call.tool !== UNDO_TOOL && !kept.has(call.callId),
  );
}

function mayHaveHappened({ status, stage }: CallSummary): boolean {
  if (status === "failed") return stage === "run";
  return status === "ok" || status === "interrupted" || status === "cancelled";
}

function recordLine(
  { callId, at, tool, changes, undoneBy, place }: UndoRecord,
  now: { readonly isStanding: boolean; readonly place: string | undefined },
  { columns, colours }: { readonly columns: number; readonly colours: Colours },
): string {
  const paths = [...new Set(changes.map(({ display }) => visibleText(display)))];
  const shown =
    paths.length > MOST_PATHS
      ? `${paths.slice(0, MOST_PATHS).join(", ")} and ${paths.length - MOST_PATHS} more`
      : paths.join(", ");
  const where = place === now.place ? "" : ` on ${visibleText(place ?? "this machine")}`;
  const { isStanding } = now;
  const line = cutToWidth(
    `${callId}  ${shortTime(at)}  ${tool}: ${shown}${where}${isStanding ? "" : ` (taken back by ${undoneBy ?? "?"})`}`,
    Math.max(60, columns),
  );
  return isStanding ? line : colours.dim(line);
}

/** One line about a call that cannot be taken back. */
export function lostLine(
  { callId, at, tool, summary }: CallSummary,
  { columns, colours }: { readonly columns: number; readonly colours: Colours },
): string {
  const said = visibleText((summary ?? "").replaceAll(/\s+/g, " "));
  return colours.yellow(
    cutToWidth(
      `${callId}  ${shortTime(at)}  ${tool ?? "?"}: cannot be taken back: ${said}`,
      Math.max(LOST_WIDTH, columns),
    ),
  );
}
