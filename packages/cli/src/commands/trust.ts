import { readAnswerOnTerminal } from "../approvals/read-answer-on-terminal.ts";
import type { RunCommand } from "../argv/command-spec.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { withRuntime } from "../start/with-runtime.ts";
import { offerTrust } from "../trust/offer-trust.ts";

/** `wield trust` */
export const run: RunCommand = (input) =>
  withRuntime(input, { onlyTools: [], isQuiet: true }, async (runtime) => {
    const { io, flags } = input;
    const { kind } = runtime.trust;
    if (kind === "trusted") {
      io.out.line(`${io.out.foreign(runtime.workspaceRoot)} is trusted in its present state:`);
      for (const file of runtime.trust.files) io.out.line(`  .wield/${io.out.foreign(file)}`);
      return 0;
    }
    const isSure = flags.has("yes");
    if (kind === "waiting" && !isSure && !io.canAsk) {
      for (const { text } of runtime.notices.filter((notice) => notice.kind === "waiting_for_trust"))
        io.err.line(io.err.foreign(text));
      io.err.line("Hint: nobody can be asked here; wield trust --yes trusts it.");
      return 3;
    }
    const readAnswer = readAnswerOnTerminal(io, () => undefined);
    const done = await offerTrust(runtime, {
      output: io.err,
      confirm: async (question) =>
        isSure || /^\s*y(es)?\s*$/i.test((await readAnswer(question, new AbortController().signal)) ?? ""),
    });
    if (!done.ok) return printProblem(done, io.err);
    io.out.line(done.value ? "trusted; it counts from the next start" : "not trusted; nothing of it is used");
    return done.value ? 0 : 3;
  });
