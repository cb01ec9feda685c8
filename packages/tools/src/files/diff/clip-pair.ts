import { cutPoint } from "@wield/core";

const MAX_CHARACTERS = 1000;
const LEAD = 200;

/** A line as a diff shows it: a long one is cut around the first place where it differs from its partner. */
export function clipPair(line: string, partner: string): string {
  if (line.length <= MAX_CHARACTERS) return line;
  let same = 0;
  while (same < partner.length && line.charCodeAt(same) === partner.charCodeAt(same)) same += 1;
  const wanted = same >= partner.length && partner !== "" ? line.length - MAX_CHARACTERS : same - LEAD;
  const from = cutPoint(line, Math.max(0, Math.min(wanted, line.length - MAX_CHARACTERS)));
  const to = cutPoint(line, from + MAX_CHARACTERS);
  return `${from > 0 ? "…" : ""}${line.slice(from, to)}${to < line.length ? "…" : ""}`;
}
