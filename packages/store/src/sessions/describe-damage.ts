import type { LogRead } from "./read-log.ts";

/** What of a session could not be read, one sentence for each kind of damage. */
export function describeDamage(
  id: string,
  read: Pick<LogRead, "damaged" | "newer" | "header"> & { readonly missingImages: readonly string[] },
): readonly string[] {
  const problems: string[] = [];
  const [first] = read.damaged;
  if (first !== undefined) {
    const why = read.newer > 0 ? `, ${read.newer} of them written by a newer Wield` : "";
    problems.push(
      `${read.damaged.length} record(s) of session ${id} cannot be read${why}; they were left as they are and the rest was loaded; the first is at byte ${first}`,
    );
  }
  if (read.header === undefined) problems.push(`which folder session ${id} belongs to cannot be read`);
  if (read.missingImages.length > 0) {
    problems.push(`${read.missingImages.length} picture(s) of session ${id} are gone`);
  }
  return problems;
}
