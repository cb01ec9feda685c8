import { fail, value } from "@wield/core";
import type { Asker, CallOutcome, Conversation, Guard, Outcome } from "@wield/core";
import type { Runtime } from "@wield/app";
import { accountName } from "../approvals/terminal-asker.ts";
import { UNDO_TOOL } from "./undo-plan.ts";
import type { UndoPlan } from "./undo-plan.ts";

export interface UndoRun {
  readonly plan: UndoPlan;
  /** Of the person's command line or prompt: caller `cli` on surface `terminal`. */
  readonly conversation: Conversation;
  readonly isForced: boolean;
  /** Asks the person; nothing when they have said yes beforehand. */
  readonly asker?: Asker;
  /** The person said yes beforehand. */
  readonly isConfirmed: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Takes the planned changes back as one call. What would happen is shown as that call's question, so that there is
 * one question whatever else would ask. Fails with `approval_unavailable`, and with `approval_denied` when `asker` was
 * told no.
 */
export async function runUndo(runtime: Runtime, run: UndoRun): Promise<Outcome<CallOutcome>> {
  const { plan, conversation, isForced, asker, isConfirmed, signal } = run;
  if (!isConfirmed && asker === undefined) {
    return fail("approval_unavailable", "taking back is confirmed first, and nobody can be asked here", {
      hint: "--yes confirms it beforehand.",
    });
  }
  const records = new Map(plan.records.map((record) => [record.callId, record]));
  const changes = plan.changes.map(({ call, index, path }) => ({ call, index, path }));
  const before = new Map<string, boolean>();
  const folders = new Set<string>();
  for (const { call, index, path } of plan.changes) {
    const change = records.get(call)?.changes.find((candidate) => candidate.index === index);
    // The oldest change of a path comes last and says whether there was a file before all of them.
    before.set(path, change?.existed ?? true);
    for (const folder of change?.madeParents ?? []) folders.add(folder);
  }
  const deletes = [...before].filter(([, existed]) => !existed).map(([path]) => path);
  let hasRefused = false;
  const listening = (to: Asker): Asker => ({
    ...to,
    ask: async (request, cancelled) => {
      const answer = await to.ask(request, cancelled);
      hasRefused = answer?.choice === "deny";
      return answer;
    },
  });
  const outcome = await runtime.pipeline.call(
    {
      tool: UNDO_TOOL,
      input: { changes, deletes, folders: [...folders], force: isForced },
      ...(signal === undefined ? {} : { signal }),
    },
    {
      ...conversation,
      askers: isConfirmed ? [saysYes()] : asker === undefined ? [] : [listening(asker)],
      guards: isConfirmed ? [] : [confirmation],
    },
  );
  // The sentence of the pipeline speaks to a model; here the one who said no reads it.
  return hasRefused && outcome.status === "denied"
    ? fail("approval_denied", "nothing was put back")
    : value(outcome);
}

const confirmation: Guard = {
  name: "undo confirmation",
  check: ({ tool }) =>
    tool.name === UNDO_TOOL
      ? { decision: "ask", reason: "taking back changes is confirmed first" }
      : undefined,
};

/** For questions that a rule or the floor raises although the person has confirmed the undo. */
function saysYes(): Asker {
  return {
    surface: "terminal",
    ask: async () => ({ choice: "once", by: accountName(), surface: "terminal", at: Date.now() }),
  };
}
