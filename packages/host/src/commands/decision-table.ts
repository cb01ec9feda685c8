import { readFileSync } from "node:fs";

export interface Decided {
  readonly line: string;
  /** What is decided in mode `prompt` under the rules that allow. */
  readonly allowing: "run" | "ask" | "deny";
  /** The same with the rules that ask and deny beside them. */
  readonly denying: "run" | "ask" | "deny";
  /** Its parts, what they name (W: the workspace, ~: the person's home) and what cannot be known. */
  readonly effects: readonly string[];
}

/**
 * Command lines with what they touch and what is decided about them. Each was looked at by a person: a change of the
 * file is a change of policy.
 */
export const DECISIONS = JSON.parse(
  readFileSync(new URL("decisions.json", import.meta.url), "utf8"),
) as readonly Decided[];
