import type { SessionFilter, SessionSummary } from "@wield/core";
import { readLog } from "./read-log.ts";
import { occurs } from "./search-terms.ts";
import type { SearchTerm } from "./search-terms.ts";
import { removedIds, summarize, textOf } from "./session-facts.ts";
import type { SessionPlaces } from "./session-places.ts";

/** A list made from the logs themselves, for when there is no index. */
export async function scanSessions(
  places: SessionPlaces,
  filter: SessionFilter,
  terms: readonly SearchTerm[] | undefined,
): Promise<readonly SessionSummary[]> {
  const summaries: SessionSummary[] = [];
  for (const id of await places.ids()) {
    const { header, records } = await readLog(places.log(id), true);
    const summary = summarize(id, header, records);
    if ((filter.workspaceRoot ?? summary.workspaceRoot) !== summary.workspaceRoot) continue;
    if (filter.parentId !== summary.parentId) continue;
    const gone = removedIds(records);
    const texts = records.flatMap(({ event }) =>
      event.kind === "message" && !gone.has(event.message.id) ? [textOf(event.message)] : [],
    );
    const said = [summary.title, ...texts].join("\n");
    if (terms?.every((term) => occurs(term, said)) ?? true) summaries.push(summary);
  }
  return summaries
    .toSorted((one, other) => other.updatedAt - one.updatedAt || (one.id < other.id ? 1 : -1))
    .slice(0, filter.limit ?? Infinity);
}
