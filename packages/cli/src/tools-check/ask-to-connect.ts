import type { AskToConnect } from "@wield/testkit";
import { readAnswerOnTerminal } from "../approvals/read-answer-on-terminal.ts";
import type { CommandInput } from "../argv/command-spec.ts";

/** Shows the calls that would reach other machines and asks once for all of them. `--yes` answers beforehand. */
export function askToConnect({ io, flags }: CommandInput, interrupt: () => void): AskToConnect {
  return async (calls) => {
    const { err } = io;
    const total = calls.reduce((sum, { times }) => sum + times, 0);
    err.line(`it connects; ${total} calls would be made, some of them ended early:`);
    for (const { label, input, times } of calls)
      err.line(`  ${label}, ${times} times: ${err.foreign(input)}`);
    if (flags.has("yes")) return true;
    if (!io.canAsk) {
      err.line("Hint: nobody can be asked here; --yes allows them.");
      return false;
    }
    const answer = await readAnswerOnTerminal(io, interrupt)(
      "make them? [y/N] ",
      new AbortController().signal,
    );
    return /^\s*y(es)?\s*$/i.test(answer ?? "");
  };
}
