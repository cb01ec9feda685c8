import type { ActiveTools } from "./active-tools.ts";

/** Which tools are not active. */
export interface NamedTools {
  readonly inactive: Pick<ActiveTools["inactive"], "has">;
}

/** A clause that sends a model to a tool. Elsewhere a name of one word, such as `process`, is just a word. */
const SENDS_TO_A_TOOL = /\b(?:use|prefer)\b/i;

/**
 * The text without the clauses that name a tool which is not active: a model would call what it was told of. Clauses
 * end with `.` or `;`. The first one stays, for it says what the text is about.
 */
export function textForActive(text: string, { inactive }: NamedTools): string {
  const clauses = text.split(/(?<=[.;!?])\s+/);
  const names = (clause: string): boolean =>
    (clause.match(/\b[a-z][a-z0-9_]*\b/g) ?? []).some(
      (word) => inactive.has(word) && (word.includes("_") || SENDS_TO_A_TOOL.test(clause)),
    );
  if (!clauses.slice(1).some(names)) return text;
  const kept = clauses.map((clause, index) => (index > 0 && names(clause) ? undefined : clause));
  return kept
    .flatMap((clause, index) => {
      if (clause === undefined) return [];
      const begins = index > 0 && kept[index - 1] === undefined && clauses[index - 1]?.endsWith(";");
      const ends = clause.endsWith(";") && kept[index + 1] === undefined;
      const begun = begins ? clause.charAt(0).toUpperCase() + clause.slice(1) : clause;
      return [ends ? `${begun.slice(0, -1)}.` : begun];
    })
    .join(" ");
}
