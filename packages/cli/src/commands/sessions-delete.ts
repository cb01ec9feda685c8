import { readAnswerOnTerminal } from "../approvals/read-answer-on-terminal.ts";
import type { RunCommand } from "../argv/command-spec.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { withRuntime } from "../start/with-runtime.ts";

/** `wield sessions delete ID` */
export const run: RunCommand = (input) =>
  withRuntime(input, { onlyTools: [], isQuiet: true }, async ({ store }) => {
    const { io, flags, operands } = input;
    const found = await store.sessions.find(operands[0] ?? "");
    if (!found.ok) return printProblem(found, io.err);
    const { id, title, messageCount } = found.value;
    const what = `${id} (${messageCount} messages${title === "" ? "" : `: ${io.err.foreign(title)}`})`;
    if (!flags.has("yes")) {
      if (!io.canAsk) {
        const hint = "--yes confirms it beforehand.";
        return printProblem(
          { message: `deleting ${what} is asked for, and nobody can be asked here`, hint },
          io.err,
          3,
        );
      }
      const readAnswer = readAnswerOnTerminal(io, () => undefined);
      const question = `delete ${what}, its outputs and what its changes can be undone with? [y/N] `;
      const answer = await readAnswer(question, new AbortController().signal);
      if (!/^\s*y(es)?\s*$/i.test(answer ?? "")) {
        io.err.line("nothing was deleted");
        return 3;
      }
    }
    const deleted = await store.sessions.delete(id);
    if (!deleted.ok) return printProblem(deleted, io.err);
    io.out.line(`deleted ${id}`);
    return 0;
  });
