import { exitCodeOf } from "../outcome/exit-code.ts";
import { printOutcome } from "../outcome/print-outcome.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { renderUndoList } from "../undo/list-undo.ts";
import { runUndo } from "../undo/run-undo.ts";
import { planUndo } from "../undo/undo-plan.ts";
import type { UndoTarget } from "../undo/undo-plan.ts";
import { undoTarget } from "../undo/undo-target.ts";
import type { LineEnd, PromptWorld } from "./prompt-world.ts";

const LISTED = 20;

/** `/undo [CALL|PATH]`: as `wield undo`. */
export async function takeBack(rest: string, world: PromptWorld, signal: AbortSignal): Promise<LineEnd> {
  return undo(world, signal, async () => (rest === "" ? { kind: "newest" } : targetOf(rest, world)));
}

/** `/rollback [all|PATH]`: to the state before this session's first change; alone it only lists. */
export async function rollBack(rest: string, world: PromptWorld, signal: AbortSignal): Promise<LineEnd> {
  const { handle, runtime, out } = world;
  const { sessionId } = handle;
  if (rest === "") {
    const records = await runtime.store.undo.list(runtime.workspaceRoot, { sessionId });
    const calls = await runtime.store.query.list({ workspace: runtime.workspaceRoot, sessionId });
    if (!calls.ok) return { code: printProblem(calls, world.err) };
    const text = renderUndoList(
      { records, calls: calls.value, limit: LISTED },
      { columns: out.columns, colours: out.colours },
    );
    out.write(
      text === ""
        ? "this session has changed no file\n"
        : `${text}/rollback all puts all of it back, /rollback PATH one path\n`,
    );
    return { code: 0 };
  }
  return undo(world, signal, async () => {
    if (rest === "all") return { kind: "session", sessionId };
    const target = await targetOf(rest, world);
    return target.kind === "path" ? { ...target, sessionId } : target;
  });
}

async function targetOf(given: string, { runtime, cwd }: PromptWorld): Promise<UndoTarget> {
  const records = await runtime.store.undo.list(runtime.workspaceRoot);
  return undoTarget(given, { records, bases: [cwd, runtime.workspaceRoot] });
}

async function undo(
  world: PromptWorld,
  signal: AbortSignal,
  target: () => Promise<UndoTarget>,
): Promise<LineEnd> {
  const { runtime, handle, err, undoAsker } = world;
  const records = await runtime.store.undo.list(runtime.workspaceRoot);
  const plan = planUndo(records, await target());
  if (!plan.ok) return { code: printProblem(plan, err) };
  const done = await runUndo(runtime, {
    plan: plan.value,
    conversation: handle.snapshot(),
    isForced: false,
    isConfirmed: false,
    signal,
    ...(undoAsker === undefined ? {} : { asker: undoAsker }),
  });
  if (!done.ok) return { code: printProblem(done, err, 3) };
  printOutcome(done.value, world);
  if (done.value.status === "ok") err.line(err.colours.dim(`to bring it back: /undo ${done.value.call.id}`));
  return { code: exitCodeOf(done.value) };
}
