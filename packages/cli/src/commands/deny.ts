import { settleRequest } from "../approvals/find-request.ts";
import type { RunCommand } from "../argv/command-spec.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { withRuntime } from "../start/with-runtime.ts";

/** `wield deny ID [REMARK …]` */
export const run: RunCommand = (input) =>
  withRuntime(input, { onlyTools: [], isQuiet: true }, async ({ store }) => {
    const [id = "", ...words] = input.operands;
    const done = await settleRequest(store.approvals, { id, choice: "deny", remark: words.join(" ") });
    if (!done.ok) return printProblem(done, input.io.err);
    input.io.out.line(done.value);
    return 0;
  });
