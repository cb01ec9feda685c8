import type { CallOutcome } from "@wield/core";
import type { GeneratedInput } from "../inputs/arbitrary-input.ts";
import type { TreeChange } from "../watch/tree-snapshot.ts";
import type { DeniedAttempt } from "../watch/watch-denials.ts";
import type { RequestedChange } from "../watch/watching-files-driver.ts";

/** All that could be seen of one call of the tool under check. */
export interface Observation {
  /** For people: `example 1`, `input {"path":"x"}`. */
  readonly label: string;
  readonly input: GeneratedInput;
  readonly outcome: CallOutcome;
  /** What `run` returned, before the pipeline shaped it; `undefined` when it was not entered or threw. */
  readonly raw: unknown;
  /** Absolute folder the call worked in. */
  readonly root: string;
  /** Changes below the scratch folder, by absolute path. */
  readonly changes: readonly TreeChange[];
  /** What the tool asked its files service to change. */
  readonly requested: readonly RequestedChange[];
  /** What it tried past its services and was not let. */
  readonly denied: readonly DeniedAttempt[];
  /** Where it tried to connect to past its services. */
  readonly connected: readonly string[];
}

/** An input in few words, for a message. */
export function quoteInput(input: GeneratedInput): string {
  const text = typeof input === "string" ? input : JSON.stringify(input);
  const visible = text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (unit) => `\\u${(unit.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
  return visible.length > 200 ? `${visible.slice(0, 200)}… (${text.length} characters)` : visible;
}
