import type { GuardrailSettings } from "../agent-settings.ts";

/** Calls of this turn against its limits. */
export interface CallBudget {
  readonly count: number;
  readonly wasWarned: boolean;
  /** How often the count was set back because todos were open. */
  readonly extended: number;
  /** Batches that were refused because the limit was reached. */
  readonly refused: number;
}

export const FULL_BUDGET: CallBudget = { count: 0, wasWarned: false, extended: 0, refused: 0 };

export interface Spending {
  readonly budget: CallBudget;
  readonly isAllowed: boolean;
  /** For the person. */
  readonly notice?: string;
  /** For the model, after the results. */
  readonly line?: string;
}

/** Charges a batch by its size, before it runs. */
export function spend(
  before: CallBudget,
  batch: { readonly size: number; readonly hasOpenTodos: boolean },
  rules: GuardrailSettings,
): Spending {
  const { warnAfter, hardStopAfter, extensions } = rules;
  const count = before.count + batch.size;
  if (count <= hardStopAfter && before.refused === 0) {
    if (count < warnAfter || before.wasWarned) return { budget: { ...before, count }, isAllowed: true };
    const left = hardStopAfter - count;
    return {
      budget: { ...before, count, wasWarned: true },
      isAllowed: true,
      notice: `${count} calls in this turn; it stops at ${hardStopAfter} (tool_loop_guardrails.hard_stop_after)`,
      line: `${count} calls were made in this turn; ${left} are left. Use them for what matters most, then answer.`,
    };
  }
  if (
    before.refused === 0 &&
    batch.hasOpenTodos &&
    before.extended < extensions &&
    batch.size <= hardStopAfter
  ) {
    return {
      budget: { ...before, count: batch.size, wasWarned: false, extended: before.extended + 1 },
      isAllowed: true,
      notice: `todos are open: the count of calls starts again (${before.extended + 1} of ${extensions}, tool_loop_guardrails.extensions)`,
    };
  }
  return { budget: { ...before, refused: before.refused + 1 }, isAllowed: false };
}

/** What each call of a refused batch is answered. */
export function limitReached({ hardStopAfter }: GuardrailSettings): string {
  return `not run: the turn's limit of ${hardStopAfter} calls is reached (tool_loop_guardrails.hard_stop_after)`;
}
