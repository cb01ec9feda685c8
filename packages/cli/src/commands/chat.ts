import { findPlaces, openModelFromConfig } from "@wield/app";
import type { Runtime } from "@wield/app";
import type { ModelPort, Outcome } from "@wield/core";
import { readAnswerOnTerminal } from "../approvals/read-answer-on-terminal.ts";
import type { CommandInput, RunCommand } from "../argv/command-spec.ts";
import { createChatLog } from "../chat/ink/chat-log.ts";
import { terminalChat } from "../chat/ink/terminal-chat.ts";
import { openChat } from "../chat/session/open-chat.ts";
import { plainChat } from "../chat/plain/plain-chat.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { firstConversation } from "../sessions/first-conversation.ts";
import { withRuntime } from "../start/with-runtime.ts";
import { offerTrust } from "../trust/offer-trust.ts";
import { addUndoTool, undoServices } from "../undo/add-undo-tool.ts";

/** Bare `wield`. */
export const run: RunCommand = (input) =>
  chatWith(input, (runtime, { env, cwd }) => openModelFromConfig(runtime, { env, cwd }));

/** The chat with models from wherever. */
export async function chatWith(
  input: CommandInput,
  modelsOf: (runtime: Runtime, input: CommandInput) => (id: string) => Promise<Outcome<ModelPort>>,
): Promise<number> {
  const { io } = input;
  const isTerminal = io.out.isTerminal && io.stdin.isTTY === true;
  if (isTerminal) await askForTrust(input);
  const log = createChatLog(io);
  const options = { services: undoServices(), isQuiet: isTerminal, ...(isTerminal ? { log: log.log } : {}) };
  return withRuntime(input, options, async (runtime) => {
    const refused = addUndoTool(runtime);
    if (refused !== undefined) return printProblem(refused, io.err);
    const first = await firstConversation(runtime, input);
    if (!first.ok) return printProblem(first, io.err, USAGE_EXIT);
    const places = findPlaces({ cwd: input.cwd, env: input.env });
    if (!places.ok) return printProblem(places, io.err, USAGE_EXIT);
    const model = input.flags.get("model");
    const opening = { runtime, models: modelsOf(runtime, input), ...(model === undefined ? {} : { model }) };
    const config = { file: places.value.configFile, userHome: places.value.userHome };
    const shared = { input, runtime, first: first.value, config };
    const ended = isTerminal
      ? await terminalChat({
          ...shared,
          log,
          open: (request, attention) => openChat({ ...opening, askers: [attention.asker()] }, request),
        })
      : await plainChat({
          ...shared,
          open: (request) =>
            openChat(
              { ...opening, askers: [], noAskerReason: "standard input or output is no terminal" },
              request,
            ),
        });
    return ended.ok ? ended.value : printProblem(ended, io.err, USAGE_EXIT);
  });
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
