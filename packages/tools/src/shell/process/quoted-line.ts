import { shorten } from "../../text/shorten.ts";

const MOST_SHOWN = 200;

/** A command on one line, not too long. */
export function quotedLine(command: string): string {
  return shorten(command.replaceAll(/\s*\n\s*/g, " ⏎ ").trim(), MOST_SHOWN);
}
