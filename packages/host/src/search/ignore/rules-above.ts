import { dirname, relative, sep } from "node:path";
import { locate } from "../../walk/locate.ts";
import type { Walker } from "../../walk/locate.ts";
import { isInside } from "../../walk/zone.ts";
import type { RulesAbove } from "./ignore-level.ts";
import { parseIgnoreRules } from "./ignore-rules.ts";
import { parseIgnoreLine } from "./parse-ignore-line.ts";
import { ignoreFileText } from "./read-ignore-file.ts";

/** An ignore file above the folder that is walked. */
export interface IgnoreFileAbove extends RulesAbove {
  /** Real path of its folder. */
  readonly folder: string;
  readonly text: string;
}

/**
 * The ignore files above a real folder, the nearest first, within the session's own folders. None when they exclude
 * the folder itself, since whoever names it means it.
 */
export function rulesAbove(walker: Walker, folder: string): readonly IgnoreFileAbove[] {
  const files: IgnoreFileAbove[] = [];
  for (let below = folder; ; below = dirname(below)) {
    const above = dirname(below);
    if (above === below || !walker.starts.some((start) => isInside(start, above))) break;
    using located = locate(walker, above);
    if (located.ending.kind !== "found" || located.real !== above) break;
    const text = ignoreFileText(located.ending.object);
    const rules = text === undefined ? undefined : parseIgnoreRules(text);
    if (text === undefined || rules === undefined) continue;
    const way = relative(above, folder).split(sep).join("/");
    if (excludes(rules, way)) return [];
    files.push({ folder: above, rules, text, way: `${way}/` });
  }
  return files;
}

/** Whether rules exclude a folder or one on the way to it. */
export function excludes(rules: RulesAbove["rules"], way: string): boolean {
  const segments = way.split("/");
  return segments.some((name, index) => {
    const path = segments.slice(0, index + 1).join("/");
    return rules.verdict({ path, name, isFolder: true }) === true;
  });
}

/**
 * The text of one ignore file that says, seen from `top`, what several files below it and in it say. The folders are
 * the nearest first, `top` the last.
 */
export function joinIgnoreFiles(files: readonly IgnoreFileAbove[], top: string): string {
  return files
    .toReversed()
    .map(({ folder, text }) => {
      const way = relative(top, folder).split(sep).join("/");
      return way === "" ? text : prefixed(text, way);
    })
    .join("\n");
}

function prefixed(text: string, way: string): string {
  const start = `/${way.replaceAll(/[\\*?[\]!#]/g, "\\$&")}/`;
  return text
    .split("\n")
    .flatMap((line) => {
      const rule = parseIgnoreLine(line);
      if (rule === undefined) return [];
      const sign = rule.isNegated ? "!" : "";
      const end = rule.isFolderOnly ? "/" : "";
      return [`${sign}${start}${rule.isAnchored ? "" : "**/"}${rule.pattern}${end}`];
    })
    .join("\n");
}
