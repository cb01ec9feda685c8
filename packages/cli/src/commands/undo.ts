import type { Runtime } from "@wield/app";
import type { UndoRecord } from "@wield/core";
import { createTerminalAsker } from "../approvals/terminal-asker.ts";
import { readAnswerOnTerminal } from "../approvals/read-answer-on-terminal.ts";
import type { CommandInput, RunCommand } from "../argv/command-spec.ts";
import { exitCodeOf } from "../outcome/exit-code.ts";
import { printOutcome } from "../outcome/print-outcome.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { watchSignals } from "../start/watch-signals.ts";
import { withRuntime } from "../start/with-runtime.ts";
import { addUndoTool } from "../undo/add-undo-tool.ts";
import { undoServices } from "../undo/undo-services.ts";
import { lostCalls, lostLine, renderUndoList } from "../undo/list-undo.ts";
import { planUndo } from "../undo/undo-plan.ts";
import { runUndo } from "../undo/run-undo.ts";
import { undoTarget } from "../undo/undo-target.ts";

const LISTED = 50;
/** Calls looked through for those that cannot be taken back. */
const SEARCHED_CALLS = 1000;
/** Told before a call is taken back. */
const MOST_LOST = 5;

/** `wield undo [CALL | PATH]` */
export const run: RunCommand = (input) =>
  withRuntime(input, { onlyTools: [], services: undoServices() }, (runtime) =>
    input.flags.has("list") ? list(input, runtime) : takeBack(input, runtime),
  );

async function list({ io }: CommandInput, { store, workspaceRoot }: Runtime): Promise<number> {
  const calls = await store.query.list({ workspace: workspaceRoot, limit: SEARCHED_CALLS });
  if (!calls.ok) return printProblem(calls, io.err);
  const records = await store.undo.list(workspaceRoot);
  const text = renderUndoList(
    { records, calls: calls.value, limit: LISTED },
    { columns: io.out.columns, colours: io.out.colours },
  );
  if (text === "") io.err.line("no call in this folder has changed anything");
  io.out.write(text);
  return 0;
}

/** What was done after the call that is taken back, and stays. */
async function tellLost(
  { io }: CommandInput,
  { store, workspaceRoot }: Runtime,
  { records, since }: { readonly records: readonly UndoRecord[]; readonly since: string },
): Promise<void> {
  const calls = await store.query.list({ workspace: workspaceRoot, limit: SEARCHED_CALLS });
  if (!calls.ok) return;
  const lost = lostCalls({ records, calls: calls.value }).filter(({ callId }) => callId > since);
  const page = { columns: io.err.columns, colours: io.err.colours };
  for (const call of lost.slice(0, MOST_LOST)) io.err.line(lostLine(call, page));
  if (lost.length > MOST_LOST) io.err.line(`… ${lost.length - MOST_LOST} more: wield undo --list`);
}

async function takeBack(input: CommandInput, runtime: Runtime): Promise<number> {
  const { io, flags, operands, cwd } = input;
  const records = await runtime.store.undo.list(runtime.workspaceRoot);
  const [given] = operands;
  const target =
    given === undefined
      ? ({ kind: "newest" } as const)
      : undoTarget(given, { records, bases: [cwd, runtime.workspaceRoot] });
  const plan = planUndo(records, target);
  if (target.kind === "newest") {
    const newest = plan.ok ? plan.value.records[0]?.callId : undefined;
    await tellLost(input, runtime, { records, since: newest ?? "" });
  }
  if (!plan.ok) return printProblem(plan, io.err);
  const refused = addUndoTool(runtime);
  if (refused !== undefined) return printProblem(refused, io.err);

  const signals = watchSignals();
  try {
    const sessionId = runtime.store.commandLineSession(runtime.workspaceRoot);
    const done = await runUndo(runtime, {
      plan: plan.value,
      conversation: runtime.conversation({ sessionId, caller: "cli", surface: "terminal" }).snapshot(),
      isForced: flags.has("force"),
      isConfirmed: flags.has("yes"),
      signal: signals.signal,
      ...(io.canAsk
        ? {
            asker: createTerminalAsker({
              output: io.err,
              readAnswer: readAnswerOnTerminal(io, signals.interrupt),
              offersRules: false,
            }),
          }
        : {}),
    });
    if (!done.ok) return printProblem(done, io.err, 3);
    printOutcome(done.value, io);
    if (done.value.status === "ok") io.err.line(`to bring it back: wield undo ${done.value.call.id}`);
    return exitCodeOf(done.value, signals.name());
  } finally {
    signals.stop();
  }
}
