import type { Runtime } from "@wield/app";
import { createIdSource } from "@wield/host";
import { readAnswerOnTerminal } from "../approvals/read-answer-on-terminal.ts";
import type { CommandInput, RunCommand } from "../argv/command-spec.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { plainPrompt } from "../prompt/plain-prompt.ts";
import { terminalPrompt } from "../prompt/terminal-prompt.ts";
import type { PromptLog } from "../prompt/terminal-prompt.ts";
import { watchSignals } from "../start/watch-signals.ts";
import { withRuntime } from "../start/with-runtime.ts";
import { offerTrust } from "../trust/offer-trust.ts";
import { addUndoTool, undoServices } from "../undo/add-undo-tool.ts";

/** Bare `wield`. */
export const run: RunCommand = async (input) => {
  const isTerminal = input.io.out.isTerminal && input.io.stdin.isTTY === true;
  if (isTerminal) await askForTrust(input);
  const log = createPromptLog(input);
  const options = { services: undoServices(), isQuiet: isTerminal, ...(isTerminal ? { log: log.log } : {}) };
  return withRuntime(input, options, async (runtime) => {
    const refused = addUndoTool(runtime);
    if (refused !== undefined) return printProblem(refused, input.io.err);
    const sessionId = createIdSource().next("ses_");
    const { io, cwd, version } = input;
    return isTerminal
      ? terminalPrompt({ io, runtime, cwd, version, sessionId, log })
      : plainly(input, runtime, sessionId);
  });
};

/** Warnings go to standard error until there is a prompt above which they can be written. */
function createPromptLog({ io }: CommandInput): PromptLog {
  let write = (text: string): void => io.err.write(text);
  return {
    log: (level, message) => write(io.err.colours.yellow(`${level}: ${io.err.foreign(message)}`) + "\n"),
    writeTo: (to) => {
      write = to;
    },
  };
}

/** Before anything else is loaded: what is trusted now counts from the start that follows. */
function askForTrust(input: CommandInput): Promise<number> {
  return withRuntime(input, { onlyTools: [], isQuiet: true }, async (runtime) => {
    if (runtime.trust.kind !== "waiting") return 0;
    const readAnswer = readAnswerOnTerminal(input.io, () => undefined);
    const asked = await offerTrust(runtime, {
      output: input.io.err,
      confirm: async (question) =>
        /^\s*y(es)?\s*$/i.test((await readAnswer(question, new AbortController().signal)) ?? ""),
    });
    return asked.ok ? 0 : printProblem(asked, input.io.err);
  });
}

async function plainly(
  { io, cwd, version }: CommandInput,
  runtime: Runtime,
  sessionId: string,
): Promise<number> {
  const signals = watchSignals();
  try {
    const handle = runtime.conversation({
      sessionId,
      caller: "cli",
      surface: "terminal",
      noAskerReason: "standard input or output is no terminal",
    });
    const code = await plainPrompt(
      io,
      { runtime, handle, out: io.out, err: io.err, cwd, version },
      signals.signal,
    );
    if (!signals.signal.aborted) return code;
    return signals.name() === "SIGTERM" ? 143 : 130;
  } finally {
    signals.stop();
  }
}
