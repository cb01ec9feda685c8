import type { CallOutcome, Secret } from "@wield/core";
import type { GeneratedInput } from "../inputs/arbitrary-input.ts";
import type { Attempt } from "../watch/attempt.ts";
import type { TreeChange } from "../watch/tree-snapshot.ts";
import type { RequestedChange } from "../watch/watching-files-driver.ts";
import type { ServiceChange } from "./fixture-service.ts";

/** A change of a service, with the service's name. */
interface SeenServiceChange extends ServiceChange {
  readonly service: string;
}

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
  /** What it asked other services to change. */
  readonly serviceChanges: readonly SeenServiceChange[];
  /** Names it looked for in its context in vain. */
  readonly missingInContext: readonly string[];
  /** Messages of the failures its services answered with. */
  readonly serviceFailures: ReadonlySet<string>;
  /** What it tried past its services. */
  readonly attempts: readonly Attempt[];
  /** True when connections were let through. */
  readonly mayConnect: boolean;
  /** Registered secrets of its environment. */
  readonly secrets: readonly Secret[];
  /** Time of the processor that the call took, in milliseconds. */
  readonly busyMs: number;
}

const LONGEST_QUOTE = 200;

/** An input in few words, for a message. */
export function quoteInput(input: GeneratedInput): string {
  const text = typeof input === "string" ? input : JSON.stringify(input);
  const visible = text
    .slice(0, 2 * LONGEST_QUOTE)
    .replaceAll(
      /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
      (unit) => `\\u${(unit.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
    );
  return text.length > LONGEST_QUOTE
    ? `${visible.slice(0, LONGEST_QUOTE)}… (${text.length} characters)`
    : visible;
}
