import type { ModelFacts } from "@wield/core";
import type { Family } from "../families/family.ts";

/** What decides how a conversation is told to a provider. */
export interface PromptContext {
  readonly family: Family;
  readonly facts: ModelFacts;
  /** Each answer may hold one call only: several are told one after the other. */
  readonly isSequential: boolean;
  /** Thinking is left out altogether: the provider refused what it had sent itself. */
  readonly isWithoutReasoning: boolean;
}
