import type { Message, SessionEvent } from "@wield/core";
import type { AgentEventBody } from "../events/agent-event.ts";
import { afterJudgement, type Goal } from "./goal.ts";
import { judge, type Judging } from "./judge.ts";

export interface GoalWorld extends Judging {
  readonly messages: readonly Message[];
  readonly store: (event: SessionEvent) => Promise<void>;
  readonly emit: (body: AgentEventBody) => void;
}

/** Judges an active goal once a turn is done. The line that the next turn begins with, when it is not met. */
export async function pursueGoal(goal: Goal | undefined, world: GoalWorld): Promise<string | undefined> {
  if (goal?.state !== "active") return undefined;
  const { signal, messages, store, emit } = world;
  const judged = await judge(
    {
      system: "You judge whether the goal of a piece of work is met, by its record.",
      question: `The goal: ${goal.text}\n\nIs it met?`,
      messages,
    },
    world,
  );
  // A stop is no judgement: the goal stands as it is.
  if (signal.aborted) return undefined;
  const { goal: next, notice, line } = afterJudgement(goal, judged);
  await store({ kind: "goal", goal: { ...next } });
  emit({ type: "notice", level: "info", text: notice });
  return line;
}
