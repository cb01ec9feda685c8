import type { IgnoreRules } from "./ignore-rules.ts";

/** A folder with an ignore file on the way to an entry, and those above it. */
export interface IgnoreLevel {
  readonly rules: IgnoreRules;
  /** Path of the folder with a slash behind it, relative to the folder the walk started in; empty for that one. */
  readonly prefix: string;
  readonly above?: IgnoreLevel;
}

/** Rules from above the folder a walk starts in; `way` leads from there to that folder and ends with a slash. */
export interface RulesAbove {
  readonly rules: IgnoreRules;
  readonly way: string;
}

export interface Ignored {
  readonly path: string;
  readonly name: string;
  readonly isFolder: boolean;
}

/** Whether ignore files exclude an entry of the folder of `level`: the nearest file that says anything decides. */
export function isIgnored(
  entry: Ignored,
  level: IgnoreLevel | undefined,
  above: readonly RulesAbove[],
): boolean {
  for (let now = level; now !== undefined; now = now.above) {
    const verdict = now.rules.verdict({ ...entry, path: entry.path.slice(now.prefix.length) });
    if (verdict !== undefined) return verdict;
  }
  for (const { rules, way } of above) {
    const verdict = rules.verdict({ ...entry, path: way + entry.path });
    if (verdict !== undefined) return verdict;
  }
  return false;
}
