import * as z from "zod";
import { defineTool, Files, messageOf, ok, UndoData } from "@wield/core";
import type { ToolDefinition } from "@wield/core";
import { findPaths } from "./find-paths.ts";
import type { KeptChanges, UndoneInput } from "./find-paths.ts";
import { previewOf, refusalOf } from "./describe-paths.ts";
import { putBack } from "./put-back.ts";
import { Restoring } from "./restoring.service.ts";
import { UNDO_TOOL } from "./undo-plan.ts";

const MAX_CHANGES = 10_000;

const input = z.strictObject({
  changes: z
    .array(
      z.strictObject({
        call: z.string().describe("Call that made the change."),
        index: z.int().min(0).describe("Number of the change within that call."),
        path: z.string().describe("Real path of the file that was changed."),
      }),
    )
    .min(1)
    .max(MAX_CHANGES)
    .describe("The changes to take back, newest first."),
  deletes: z.array(z.string()).describe("Paths that did not exist before these changes."),
  folders: z.array(z.string()).describe("Folders these changes made, to be removed when empty."),
  force: z.boolean().describe("Whether files are put back that were changed by somebody else since."),
});

/**
 * The tool behind `wield undo`: puts files back to what they were before the given changes. All of them are looked
 * at before the first is written; when one does not hold what the changes left, none is touched.
 */
export function undoChangesTool(kept: KeptChanges): ToolDefinition {
  return defineTool({
    name: UNDO_TOOL,
    description:
      "Puts files back to what they were before the given changes. Only the wield command runs it.",
    input,
    mutates: true,
    needs: [Files, UndoData, Restoring],
    effects: ({ changes, deletes, folders }) => [
      ...[...new Set(changes.map(({ path }) => path))].map((path) => ({
        kind: deletes.includes(path) ? ("delete" as const) : ("write" as const),
        path,
      })),
      ...folders.map((path) => ({ kind: "delete" as const, path })),
    ],
    codes: {
      changed_since: "A file does not hold what the changes left.",
      not_kept: "What a file held before is not there any more.",
      partly_undone: "Some files were put back, then one could not be.",
    },
    async preview(given, { files }) {
      if (files === undefined) return "";
      const found = await findPaths(given, { files, kept });
      return found.ok ? previewOf(found.value) : found.message;
    },
    async run(given, { files, undo, restoring, signal }) {
      const found = await findPaths(given, { files, kept: undo });
      if (!found.ok) return found;
      const refusal = refusalOf(found.value, given.force);
      if (refusal !== undefined) return refusal;
      const done = await putBack(found.value, { files, restoring, folders: given.folders, signal });
      if (!done.ok) return done;
      return ok(done.value.text, undefined, {
        notes: [...done.value.notes, ...(await markUndone(given, undo))],
      });
    },
  });
}

/** A call counts as taken back once all its changes are among those given. Notes what could not be noted down. */
async function markUndone({ changes }: UndoneInput, undo: UndoData): Promise<readonly string[]> {
  const notes: string[] = [];
  for (const call of new Set(changes.map((change) => change.call))) {
    const own = new Set(changes.filter((change) => change.call === call).map(({ index }) => index));
    try {
      const record = await undo.get(call);
      if (record?.changes.every(({ index }) => own.has(index)) === true) await undo.markUndone(call);
    } catch (error) {
      const why = messageOf(error);
      notes.push(`that ${call} is taken back could not be noted: ${why}`);
    }
  }
  return notes;
}
