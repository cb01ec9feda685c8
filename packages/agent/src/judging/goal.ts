import { fail, value, type Json, type Outcome } from "@wield/core";

const MOST_ROUNDS = 10;
const MOST_CHARACTERS = 4000;

/** What a session works towards, over several turns. */
export interface Goal {
  readonly text: string;
  readonly state: "active" | "paused" | "met";
  /** Turns that were started for it. */
  readonly rounds: number;
  /** What was missing when it was judged last. */
  readonly missing?: string;
}

export type GoalChange = { readonly text: string } | "pause" | "resume" | "clear";

/** A goal as it stands in a record; nothing for what is none. */
export function goalIn(stored: Json): Goal | undefined {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return undefined;
  const { text, state, rounds, missing } = stored as Readonly<Record<string, unknown>>;
  if (typeof text !== "string" || typeof rounds !== "number") return undefined;
  if (state !== "active" && state !== "paused" && state !== "met") return undefined;
  return { text, state, rounds, ...(typeof missing === "string" ? { missing } : {}) };
}

/** Fails with `blank_goal`, `no_goal`. Nothing: the goal is cleared. */
export function changeGoal(goal: Goal | undefined, change: GoalChange): Outcome<Goal | undefined> {
  if (typeof change === "object") {
    const text = change.text.trim().slice(0, MOST_CHARACTERS).toWellFormed();
    if (text === "") return fail("blank_goal", "a goal needs text");
    return value({ text, state: "active", rounds: 0 });
  }
  if (goal === undefined)
    return fail("no_goal", "this session has no goal", { hint: "/goal TEXT sets one." });
  switch (change) {
    case "clear":
      return value(undefined);
    case "pause":
      return value({ ...goal, state: "paused" });
    case "resume":
      return value({ ...goal, state: "active", rounds: 0 });
  }
}

export interface GoalStep {
  readonly goal: Goal;
  /** For the person. */
  readonly notice: string;
  /** What the next turn begins with. */
  readonly line?: string;
}

/** What becomes of an active goal once a turn was judged. Without a judge it ends with the turn. */
export function afterJudgement(
  goal: Goal,
  judged: { readonly kind: "yes" } | { readonly kind: "no" | "unclear"; readonly why: string },
): GoalStep {
  switch (judged.kind) {
    case "yes":
      return { goal: { ...goal, state: "met" }, notice: "the goal is met" };
    case "unclear":
      return {
        goal: { ...goal, state: "paused" },
        notice: `nobody could judge the goal (${judged.why}); it ends with this turn, /goal resume takes it up`,
      };
    case "no": {
      const { why: missing } = judged;
      const rounds = goal.rounds + 1;
      if (rounds > MOST_ROUNDS) {
        return {
          goal: { ...goal, state: "paused", missing },
          notice: `the goal is paused after ${MOST_ROUNDS} turns: ${missing}`,
        };
      }
      return {
        goal: { ...goal, rounds, missing },
        notice: `the goal is not met yet: ${missing}`,
        line: `The goal is not met yet: ${missing} Go on with it.`,
      };
    }
  }
}
