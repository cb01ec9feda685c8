import type { Asker, CallOutcome, Conversation } from "@wield/core";
import type { Runtime } from "@wield/app";
import { BUILT_IN_TOOLS } from "@wield/tools";
import type { CommandInput, RunCommand } from "../argv/command-spec.ts";
import { exitCodeOf, USAGE_EXIT } from "../outcome/exit-code.ts";
import { outcomeJson, printOutcome } from "../outcome/print-outcome.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { watchSignals } from "../start/watch-signals.ts";
import { withRuntime } from "../start/with-runtime.ts";
import { readCallInput } from "../argv/read-call-input.ts";

/** As long as a server may take to connect: here nothing can go on without it. */
const MCP_START_MS = 45_000;

/** `wield call TOOL key=value … | JSON | -` */
export const run: RunCommand = (input) => {
  const [name = "", ...words] = input.operands;
  return withRuntime(input, loadOnly(name), (runtime) => callOnce(input, { runtime, name, words }));
};

/** Tools that are in a toolset because another one is: they are loaded with it. */
const FOLLOWED: ReadonlyMap<string, string> = new Map([
  ["process", "terminal"],
  ["task", "delegate_task"],
]);

/** One tool is enough, unless it is one that looks at all of them. */
function loadOnly(name: string): { readonly onlyTools?: readonly string[] } {
  const known = BUILT_IN_TOOLS.find((tool) => tool.name === name);
  if (known === undefined || known.family === "meta") return {};
  const followed = FOLLOWED.get(name);
  return { onlyTools: followed === undefined ? [name] : [name, followed] };
}

interface OneCall {
  readonly runtime: Runtime;
  readonly name: string;
  readonly words: readonly string[];
}

async function callOnce(input: CommandInput, { runtime, name, words }: OneCall): Promise<number> {
  const { io } = input;
  const signals = watchSignals();
  try {
    const server = runtime.mcp.serverOf(name);
    if (server !== undefined) await runtime.mcp.start(MCP_START_MS, [server]);
    const conversation = openConversation(runtime, await askersFor(input, signals.interrupt));
    const tool = conversation.tools.active.get(name)?.tool ?? runtime.registry.get(name)?.tool;
    const made = await readCallInput(words, { tool, command: input });
    if (!made.ok) return printProblem(made, io.err, USAGE_EXIT);
    const outcome = await runtime.pipeline.call(
      { tool: name, ...made.value, signal: signals.signal },
      conversation,
    );
    show(outcome, input);
    return exitCodeOf(outcome, signals.name());
  } finally {
    signals.stop();
  }
}

function openConversation(runtime: Runtime, askers: readonly Asker[]): Conversation {
  const sessionId = runtime.store.commandLineSession(runtime.workspaceRoot);
  return runtime
    .conversation({
      sessionId,
      caller: "cli",
      surface: "terminal",
      askers,
      noAskerReason: "this command has no terminal to ask on",
    })
    .snapshot();
}

async function askersFor({ io }: CommandInput, interrupt: () => void): Promise<readonly Asker[]> {
  if (!io.canAsk) return [];
  const [{ createTerminalAsker }, { readAnswerOnTerminal }] = await Promise.all([
    import("../approvals/terminal-asker.ts"),
    import("../approvals/read-answer-on-terminal.ts"),
  ]);
  return [createTerminalAsker({ output: io.err, readAnswer: readAnswerOnTerminal(io, interrupt) })];
}

function show(outcome: CallOutcome, { flags, io }: CommandInput): void {
  if (flags.has("json")) io.out.line(outcomeJson(outcome));
  else printOutcome(outcome, io);
  if (outcome.status === "ok" && isInBackground(outcome.data))
    io.err.line(
      io.err.colours.dim("… it ends with this command; in the chat (wield) it goes on until you leave"),
    );
}

/** As `terminal` tells of what it started and did not wait for. */
function isInBackground(data: unknown): boolean {
  if (data === null || typeof data !== "object") return false;
  return "process_id" in data && "status" in data && data.status === "running";
}
