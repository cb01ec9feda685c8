import type { SessionSummary } from "@wield/core";
import type { Colours } from "../terminal/colours.ts";
import { showControlCodes } from "../terminal/control-codes.ts";
import { cutToWidth } from "../terminal/display-width.ts";
import { shortTime } from "../terminal/times.ts";

export interface SessionLinesView {
  readonly columns: number;
  readonly colours: Colours;
  /** The id that is marked. */
  readonly current?: string;
}

/** One line per conversation: id, when it was last used, its messages, its title. */
export function sessionLines(
  sessions: readonly SessionSummary[],
  { columns, colours, current }: SessionLinesView,
): readonly string[] {
  return sessions.map(({ id, title, updatedAt, messageCount }) => {
    const mark = id === current ? "* " : "  ";
    const facts = `${mark}${id}  ${shortTime(updatedAt)}  ${String(messageCount).padStart(4)} messages  `;
    const line = cutToWidth(facts + (title === "" ? "(no title)" : showControlCodes(title)), columns);
    return id === current ? colours.bold(line) : line;
  });
}
