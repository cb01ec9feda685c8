import { findPlaces, openModelFromConfig } from "@wield/app";
import type { Runtime } from "@wield/app";
import type { ModelPort, Outcome } from "@wield/core";
import { readAnswerOnTerminal } from "../approvals/read-answer-on-terminal.ts";
import type { CommandInput, RunCommand } from "../argv/command-spec.ts";
import { createChatLog } from "../chat/ink/chat-log.ts";
import { loadInk } from "../chat/ink/load-ink.ts";
import { terminalChat } from "../chat/ink/terminal-chat.ts";
import type { ChatLog } from "../chat/ink/terminal-chat.ts";
import { openChat } from "../chat/session/open-chat.ts";
import { plainChat } from "../chat/plain/plain-chat.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { firstConversation } from "../sessions/first-conversation.ts";
import { withRuntime } from "../start/with-runtime.ts";
import { offerTrust } from "../trust/offer-trust.ts";
import { undoServices } from "../undo/undo-services.ts";

/** Bare `wield`. */
export const run: RunCommand = (input) =>
  chatWith(input, (runtime, { env, cwd }) => openModelFromConfig(runtime, { env, cwd }));

type ModelsOf = (runtime: Runtime, input: CommandInput) => (id: string) => Promise<Outcome<ModelPort>>;

/** The chat with models from wherever. */
export async function chatWith(input: CommandInput, modelsOf: ModelsOf): Promise<number> {
  const { io } = input;
  // One that cannot move its cursor is spoken to line by line.
  const isTerminal = io.out.isTerminal && io.stdin.isTTY === true && input.env["TERM"] !== "dumb";
  if (isTerminal) {
    // What is typed from here on arrives as it was typed; else a return key becomes a line end.
    io.stdin.setRawMode?.(true);
    // Loading takes its time, and opening Wield does not need it.
    void loadInk().catch(() => undefined);
  }
  const log = createChatLog(io);
  const options = { services: undoServices, isQuiet: isTerminal, ...(isTerminal ? { log: log.log } : {}) };
  const open = (mayAsk: boolean): Promise<number> =>
    withRuntime(input, options, async (runtime) => {
      if (mayAsk && runtime.trust.kind === "waiting") {
        const trusted = await askForTrust(runtime, input);
        io.stdin.setRawMode?.(true);
        if (!trusted.ok) return printProblem(trusted, io.err);
        // What is trusted now counts from the start that follows.
        if (trusted.value) return STARTS_AGAIN;
      }
      return chatOn(runtime, { input, modelsOf, isTerminal, log });
    });
  try {
    const code = await open(isTerminal);
    return code === STARTS_AGAIN ? await open(false) : code;
  } finally {
    if (isTerminal) io.stdin.setRawMode?.(false);
  }
}

const STARTS_AGAIN = -1;

interface ChatStart {
  readonly input: CommandInput;
  readonly modelsOf: ModelsOf;
  readonly isTerminal: boolean;
  readonly log: ChatLog;
}

async function chatOn(runtime: Runtime, { input, modelsOf, isTerminal, log }: ChatStart): Promise<number> {
  const { io, cwd, env, flags } = input;
  const first = await firstConversation(runtime, input);
  if (!first.ok) return printProblem(first, io.err, USAGE_EXIT);
  const places = findPlaces({ cwd, env });
  if (!places.ok) return printProblem(places, io.err, USAGE_EXIT);
  const model = flags.get("model");
  const opening = { runtime, models: modelsOf(runtime, input), ...(model === undefined ? {} : { model }) };
  const config = { file: places.value.configFile, userHome: places.value.userHome };
  const shared = { input, runtime, first: first.value, config };
  const noAskerReason = "standard input or output is no terminal";
  const ended = isTerminal
    ? await terminalChat({
        ...shared,
        log,
        open: (request, attention) => openChat({ ...opening, askers: [attention.asker()] }, request),
      })
    : await plainChat({
        ...shared,
        open: (request) => openChat({ ...opening, askers: [], noAskerReason }, request),
      });
  return ended.ok ? ended.value : printProblem(ended, io.err, USAGE_EXIT);
}

function askForTrust(runtime: Runtime, { io }: CommandInput): Promise<Outcome<boolean>> {
  const readAnswer = readAnswerOnTerminal(io, () => undefined);
  return offerTrust(runtime, {
    output: io.err,
    confirm: async (question) =>
      /^\s*y(es)?\s*$/i.test((await readAnswer(question, new AbortController().signal)) ?? ""),
  });
}
