import { displayWidth, signWidth } from "./display-width.ts";
import { graphemes } from "./graphemes.ts";

const ANY_CODE = /(\u001b\[[0-9;]*m)/;
const RESET = "\u001b[0m";

/** A painted line cut to fit, with `…` where something is missing and no colour left open. */
export function cutPainted(line: string, columns: number): string {
  if (displayWidth(line) <= columns) return line;
  let kept = "";
  let used = 0;
  let isPainted = false;
  for (const part of line.split(ANY_CODE)) {
    if (ANY_CODE.test(part)) {
      kept += part;
      isPainted = true;
      continue;
    }
    for (const sign of graphemes(part)) {
      const own = signWidth(sign);
      if (used + own > columns - 1) return `${kept}…${isPainted ? RESET : ""}`;
      kept += sign;
      used += own;
    }
  }
  return kept;
}
