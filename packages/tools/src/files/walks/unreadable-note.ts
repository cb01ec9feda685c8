import { shownName } from "./shown-name.ts";

export interface Unreadable {
  /** A folder has a slash at its end. */
  readonly path: string;
  readonly reason: string;
}

const MOST_NAMED = 8;

/** Names what could not be read, some of it when it is much; nothing when all could be. `count` is all of it. */
export function unreadableNotes(unreadable: readonly Unreadable[], count = unreadable.length): string[] {
  if (count === 0) return [];
  const named = unreadable.slice(0, MOST_NAMED);
  const names = named.map(({ path, reason }) => `${shownName(path)} (${reason})`).join(", ");
  const others = count > named.length ? `, and ${count - named.length} more` : "";
  return [`could not read ${count} ${kindOf(unreadable, count)}: ${names}${others}`];
}

function kindOf(unreadable: readonly Unreadable[], count: number): string {
  const folders = unreadable.filter(({ path }) => path.endsWith("/")).length;
  const plural = count === 1 ? "" : "s";
  if (folders === 0) return `file${plural}`;
  return folders === count ? `folder${plural}` : "files and folders";
}
