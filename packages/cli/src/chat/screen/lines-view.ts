import type { Colours } from "../../terminal/colours.ts";

/** What lines are made for. */
export interface LinesView {
  readonly columns: number;
  readonly colours: Colours;
  /** Milliseconds since the epoch. */
  readonly now: number;
}
