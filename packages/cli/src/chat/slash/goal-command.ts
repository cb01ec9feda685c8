import type { Goal, GoalChange } from "@wield/agent";
import { printProblem } from "../../outcome/print-problem.ts";
import type { Output } from "../../terminal/output.ts";
import { DONE } from "./slash-world.ts";
import type { SlashHandler } from "./slash-world.ts";

const CHANGES: ReadonlyMap<string, GoalChange> = new Map([
  ["pause", "pause"],
  ["resume", "resume"],
  ["clear", "clear"],
]);

/** `/goal [TEXT | status | pause | resume | clear]` */
export const goal: SlashHandler = async (rest, { session, out }) => {
  if (rest === "" || rest === "status") {
    showGoal(session.goal, out);
    return DONE;
  }
  const changed = await session.setGoal(CHANGES.get(rest) ?? { text: rest });
  if (!changed.ok) return { code: printProblem(changed, out) };
  if (changed.value === undefined) out.line("the goal is cleared");
  else showGoal(changed.value, out);
  return DONE;
};

function showGoal(set: Goal | undefined, out: Output): void {
  if (set === undefined) {
    out.line("this session has no goal; /goal TEXT sets one");
    return;
  }
  const { text, state, rounds, missing } = set;
  const turns = rounds === 0 ? "" : `, ${rounds} turns so far`;
  out.line(`goal (${state}${turns}): ${out.foreign(text)}`);
  if (missing !== undefined && state !== "met") out.line(`missing: ${out.foreign(missing)}`);
  if (state === "active" && rounds === 0)
    out.line(
      out.colours.dim("after each turn it is judged; while it is not met the next turn begins by itself"),
    );
}
