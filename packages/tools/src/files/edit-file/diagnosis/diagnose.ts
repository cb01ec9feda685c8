import { majorityEnding } from "../../lines/line-rule.ts";
import { findLookAlikes } from "./look-alikes.ts";
import { findMask } from "./mask.ts";
import { findNearLines, surroundings } from "./near-lines.ts";
import { likelyPlaces } from "./places.ts";
import { findTabs } from "./tabs.ts";

export interface DiagnosisOptions {
  /** Adds the five lines around the nearest place. */
  readonly showsSurroundings: boolean;
}

/** Why an anchor is not in the text, and what is there instead: the first reason that fits. */
export function diagnose(text: string, anchor: string, options: DiagnosisOptions): string {
  const ending = majorityEnding(text);
  const places = likelyPlaces(text, anchor, ending);
  const finding =
    findMask(text, anchor) ??
    findTabs(text, anchor, { places, ending }) ??
    findLookAlikes(text, anchor, { places, ending }) ??
    findNearLines(text, anchor, ending);
  if (finding === undefined) return "Nothing near it is in the file.";
  if (finding.at === undefined || !options.showsSurroundings) return finding.sentence;
  return `${finding.sentence}\n${surroundings(text, finding.at, ending)}`;
}
