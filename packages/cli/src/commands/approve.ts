import { nearestName } from "@wield/core";
import type { ApprovalChoice } from "@wield/core";
import { settleRequest } from "../approvals/find-request.ts";
import type { RunCommand } from "../argv/command-spec.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { withRuntime } from "../start/with-runtime.ts";

const CHOICES: readonly ApprovalChoice[] = ["once", "session", "always"];

/** `wield approve ID [once|session|always]` */
export const run: RunCommand = async (input) => {
  const { io } = input;
  const [id = "", given = "once"] = input.operands;
  const choice = CHOICES.find((known) => known === given);
  if (choice === undefined) {
    const nearest = nearestName(given, CHOICES);
    io.err.line(
      `${JSON.stringify(given)} is none of ${CHOICES.join(", ")}${nearest === undefined ? "" : `; did you mean ${nearest}?`}`,
    );
    return USAGE_EXIT;
  }
  return withRuntime(input, { onlyTools: [], isQuiet: true }, async ({ store }) => {
    const done = await settleRequest(store.approvals, { id, choice });
    if (!done.ok) return printProblem(done, io.err);
    io.out.line(done.value);
    return 0;
  });
};
