/** `fault`: something does not work. `hint`: it works, but not as one might think. */
export type Health = "ok" | "hint" | "fault";

/** One thing that was looked at. */
export interface Finding {
  readonly topic: string;
  readonly health: Health;
  /** One sentence. */
  readonly text: string;
  /** Further lines, such as the settings that are not at their default. */
  readonly details: readonly string[];
}

export function finding(
  topic: string,
  health: Health,
  text: string,
  details: readonly string[] = [],
): Finding {
  return { topic, health, text, details };
}
