import type { Runtime } from "@wield/app";
import type { Outcome, UndoRecord } from "@wield/core";
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
import { otherPlace, recordsAt } from "../undo/places.ts";
import { nameLost } from "../undo/name-lost.ts";
import { planUndo, type UndoPlan, type UndoTarget } from "../undo/undo-plan.ts";
import { runUndo } from "../undo/run-undo.ts";
import { undoTarget } from "../undo/undo-target.ts";

const LISTED = 50;
/** Calls looked through for those that cannot be taken back. */
const SEARCHED_CALLS = 1000;
/** Told before a call is taken back. */
const MOST_LOST = 5;

/** `wield undo [CALL | PATH]` */
export const run: RunCommand = (input) =>
  withRuntime(input, { onlyTools: [], services: undoServices }, (runtime) =>
    input.flags.has("list") ? list(input, runtime) : takeBack(input, runtime),
  );

async function list({ io }: CommandInput, { store, workspaceRoot, place }: Runtime): Promise<number> {
  const calls = await store.query.list({ workspace: workspaceRoot, limit: SEARCHED_CALLS });
  if (!calls.ok) return printProblem(calls, io.err);
  const records = await store.undo.list(workspaceRoot);
  const named = await nameLost(store.query, { records, calls: calls.value }, LISTED);
  const text = renderUndoList(
    {
      records,
      calls: named,
      limit: LISTED,
      ...(place.elsewhere === undefined ? {} : { place: place.elsewhere.name }),
    },
    { columns: io.out.columns, colours: io.out.colours },
  );
  if (text === "") io.err.line("no call in this folder has changed anything");
  io.out.write(text);
  return 0;
}

/** What was done after the call that is taken back, and stays; of a whole session also what was done before. */
async function tellLost(
  { io }: CommandInput,
  { store, workspaceRoot }: Runtime,
  records: readonly UndoRecord[],
  { since, sessionId }: { readonly since: string; readonly sessionId?: string },
): Promise<void> {
  const calls = await store.query.list({ workspace: workspaceRoot, limit: SEARCHED_CALLS });
  if (!calls.ok) return;
  const after = calls.value.filter((call) => call.callId > since || call.sessionId === (sessionId ?? ""));
  const named = await nameLost(store.query, { records, calls: after }, MOST_LOST);
  const lost = lostCalls({ records, calls: named });
  const page = { columns: io.err.columns, colours: io.err.colours };
  for (const call of lost.slice(0, MOST_LOST)) io.err.line(lostLine(call, page));
  if (lost.length > MOST_LOST) io.err.line(`… ${lost.length - MOST_LOST} more: wield undo --list`);
}

function stayingAfter(
  plan: Outcome<UndoPlan>,
  target: UndoTarget,
): { readonly since: string; readonly sessionId?: string } {
  const taken = plan.ok ? plan.value.records : [];
  if (target.kind === "newest") return { since: taken[0]?.callId ?? "" };
  const [oldest] = taken.slice(-1);
  // Nothing is taken back, so there is nothing that would stay behind.
  return oldest === undefined ? { since: "~" } : { since: oldest.callId, sessionId: oldest.sessionId };
}

async function takeBack(input: CommandInput, runtime: Runtime): Promise<number> {
  const { io, flags, operands, cwd } = input;
  const records = await runtime.store.undo.list(runtime.workspaceRoot);
  const { elsewhere, workspace } = runtime.place;
  const [given] = operands;
  const target =
    given === undefined
      ? ({ kind: "newest" } as const)
      : undoTarget(given, {
          records,
          bases: [cwd, runtime.workspaceRoot],
          ...(elsewhere === undefined ? {} : { elsewhere: workspace.root }),
        });
  const other = otherPlace(records, target, elsewhere?.name);
  if (other !== undefined) return printProblem(other, io.err);
  const plan = planUndo(recordsAt(records, elsewhere?.name), target);
  if (target.kind !== "call") await tellLost(input, runtime, records, stayingAfter(plan, target));
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
