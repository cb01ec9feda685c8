import { exitCodeOf } from "../../outcome/exit-code.ts";
import { printOutcome } from "../../outcome/print-outcome.ts";
import { printProblem } from "../../outcome/print-problem.ts";
import { renderUndoList } from "../../undo/list-undo.ts";
import { nameLost } from "../../undo/name-lost.ts";
import { otherPlace, recordsAt } from "../../undo/places.ts";
import { runUndo } from "../../undo/run-undo.ts";
import { planUndo } from "../../undo/undo-plan.ts";
import type { UndoTarget } from "../../undo/undo-plan.ts";
import { undoTarget } from "../../undo/undo-target.ts";
import { DONE } from "./slash-world.ts";
import type { SlashEnd, SlashHandler, SlashWorld } from "./slash-world.ts";

const LISTED = 20;

/**
 * `/rollback [all|CALL|PATH]`: files as they were before this session's first change, or before one call; alone it
 * only lists.
 */
export const rollBack: SlashHandler = async (rest, world) => {
  const { session, runtime, out } = world;
  const records = await runtime.store.undo.list(runtime.workspaceRoot);
  if (rest === "") {
    const mine = await runtime.store.undo.list(runtime.workspaceRoot, { sessionId: session.id });
    const calls = await runtime.store.query.list({
      workspace: runtime.workspaceRoot,
      sessionId: session.id,
    });
    if (!calls.ok) return { code: printProblem(calls, out) };
    const view = { columns: out.columns, colours: out.colours };
    const named = await nameLost(runtime.store.query, { records: mine, calls: calls.value }, LISTED);
    const text = renderUndoList({ records: mine, calls: named, limit: LISTED, ...placeOf(runtime) }, view);
    if (text === "") out.line("this session has changed no file");
    else
      out.write(
        `${text}/rollback all puts all of it back, /rollback CALL one call, /rollback PATH one path\n`,
      );
    return DONE;
  }
  if (rest === "all") return putBack({ kind: "session", sessionId: session.id }, world);
  const { elsewhere, workspace } = runtime.place;
  const target = undoTarget(rest, {
    records,
    bases: [world.cwd, runtime.workspaceRoot],
    ...(elsewhere === undefined ? {} : { elsewhere: workspace.root }),
  });
  return putBack(target.kind === "path" ? { ...target, sessionId: session.id } : target, world);
};

function placeOf({ place }: SlashWorld["runtime"]): { readonly place?: string } {
  return place.elsewhere === undefined ? {} : { place: place.elsewhere.name };
}

async function putBack(target: UndoTarget, world: SlashWorld): Promise<SlashEnd> {
  const { runtime, handle, out, undoAsker, signal } = world;
  const records = await runtime.store.undo.list(runtime.workspaceRoot);
  const place = runtime.place.elsewhere?.name;
  const other = otherPlace(records, target, place);
  if (other !== undefined) return { code: printProblem(other, out) };
  const plan = planUndo(recordsAt(records, place), target);
  if (!plan.ok) return { code: printProblem(plan, out) };
  const { addUndoTool } = await import("../../undo/add-undo-tool.ts");
  const refused = addUndoTool(runtime);
  if (refused !== undefined) return { code: printProblem(refused, out) };
  const done = await runUndo(runtime, {
    plan: plan.value,
    conversation: handle.snapshot(),
    isForced: false,
    isConfirmed: false,
    signal,
    ...(undoAsker === undefined ? {} : { asker: undoAsker }),
  });
  if (!done.ok) return { code: printProblem(done, out, 3) };
  printOutcome(done.value, { out, err: out });
  if (done.value.status === "ok")
    out.line(out.colours.dim(`to bring it back: /rollback ${done.value.call.id}`));
  return { code: exitCodeOf(done.value) };
}
