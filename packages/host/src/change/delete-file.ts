import { unlinkSync } from "node:fs";
import { fail, value } from "@wield/core";
import type { FileBefore, Outcome } from "@wield/core";
import { cancelled, ioError, noSuchFile } from "../files/failures.ts";
import { notUsableAsFile, openPath } from "../files/open-path.ts";
import type { FilesContext, OpenPath } from "../files/open-path.ts";
import type { Held } from "../walk/held.ts";
import { osError } from "../walk/os-error.ts";
import { judgeAgain } from "./judge-again.ts";
import { syncFolder } from "./parents.ts";
import { readPresent } from "./present.ts";
import { notSynced } from "./receipt.ts";
import { holdUnchanged } from "./stale.ts";
import { keepUndo, tooLargeForUndo } from "./undo.ts";

export interface Deleted {
  readonly path: string;
  readonly notes: readonly string[];
}

/** Deletes a regular file once its content is kept. */
export async function deleteFile(context: FilesContext, given: string): Promise<Outcome<Deleted>> {
  if (context.scope.signal.aborted) return cancelled("delete", given);
  const opening = openPath(context, "delete", { given });
  if (!opening.ok) return opening;
  using opened = opening.value;
  const { object, path, located } = opened;
  if (object === undefined) return noSuchFile("delete", path.display);
  if (located.isLink) {
    return fail("not_a_file", `${given} is a link to ${path.display}`, {
      hint: `to delete the file itself give ${path.display}`,
    });
  }
  const refusal = notUsableAsFile("delete", path, object);
  if (refusal !== undefined) return refusal;
  try {
    return await remove(context, opened, object);
  } catch (error) {
    return ioError("delete", path.display, osError(error));
  }
}

async function remove(context: FilesContext, opened: OpenPath, object: Held): Promise<Outcome<Deleted>> {
  const { scope, walker } = context;
  const { real, display } = opened.path;
  const { folder, rest } = opened.located;
  const name = rest.at(-1) ?? "";
  const present = await readPresent(object, scope.maxUndoBytes);
  const before: FileBefore = { real, display, mode: present.mode, madeParents: [] };
  const undo =
    present.content === undefined
      ? value([`this change cannot be undone: ${tooLargeForUndo(scope.maxUndoBytes)}`])
      : await keepUndo(scope, { before: { ...before, content: present.content }, isAtomic: true });
  if (!undo.ok) return undo;
  const again = await holdUnchanged(walker.holder, { folder, name }, { hash: present.hash, display });
  if (again.kind === "differs") return again.failure;
  again.object[Symbol.dispose]();
  const refusal = judgeAgain(context, { access: "delete", opened, folder, name });
  if (refusal !== undefined) return refusal;
  unlinkSync(folder.at(name));
  object.letGoSoon?.();
  scope.changed(display, "delete");
  scope.sightings.forget(real);
  const syncError = await syncFolder(folder);
  return value({
    path: display,
    notes: syncError === undefined ? undo.value : [...undo.value, notSynced(display, syncError)],
  });
}
