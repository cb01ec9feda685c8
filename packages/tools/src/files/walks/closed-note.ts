import type { ClosedCount } from "@wield/core";

/** Says how much rules close to the call; nothing when they close nothing. */
export function closedNotes({ files, folders }: ClosedCount): string[] {
  const parts = [
    ...(files === 0 ? [] : [`${files} file(s)`]),
    ...(folders === 0 ? [] : [`${folders} folder(s)`]),
  ];
  return parts.length === 0 ? [] : [`left out, because rules close them: ${parts.join(" and ")}`];
}
