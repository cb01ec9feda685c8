import { fail, type FileBefore, type Outcome, value } from "@wield/core";
import type { Deleted } from "../../../change/delete-file.ts";
import { notSynced } from "../../../change/receipt.ts";
import { changedMeanwhile, goneMeanwhile } from "../../../change/stale.ts";
import { keepUndo, tooLargeForUndo } from "../../../change/undo.ts";
import { quoteWord } from "../../../processes/shell/quote-word.ts";
import { cancelled, ioError, noSuchFile } from "../../failures.ts";
import { notUsableAsFile } from "../../open-path.ts";
import type { RemoteWork } from "../open/open-remote-for-reading.ts";
import { openRemotePath } from "../open/open-remote-path.ts";
import { remoteError } from "../place/remote-error.ts";
import { readRemotePresent } from "./remote-present.ts";
import { finalStep, judgeRemoteAgain, movedMeanwhile, type RemoteTarget } from "./remote-target.ts";

/** Deletes a regular file there once its content is kept. */
export async function deleteRemoteFile(work: RemoteWork, given: string): Promise<Outcome<Deleted>> {
  if (work.scope.signal.aborted) return cancelled("delete", given);
  const opening = await openRemotePath(work, "delete", { given });
  if (!opening.ok) return opening;
  const opened = opening.value;
  const { object, path, located } = opened;
  if (object === undefined) return noSuchFile("delete", path.display);
  if (located.isLink) {
    return fail("not_a_file", `${given} is a link to ${path.display}`, {
      hint: `to delete the file itself give ${path.display}`,
    });
  }
  const refusal = notUsableAsFile("delete", path, object);
  if (refusal !== undefined) return refusal;
  return remove(work, { access: "delete", opened, name: located.rest.at(-1) ?? "" });
}

async function remove(work: RemoteWork, target: RemoteTarget): Promise<Outcome<Deleted>> {
  const { scope } = work;
  const { opened, name } = target;
  const { real, display } = opened.path;
  const present = await readRemotePresent(work, target);
  if (!present.ok) return present;
  const { content, fingerprint, mode } = present.value;
  const before: FileBefore = { real, display, mode, madeParents: [] };
  const undo =
    content === undefined
      ? value([`this change cannot be undone: ${tooLargeForUndo(scope.maxUndoBytes)}`])
      : await keepUndo(scope, { before: { ...before, content }, isAtomic: true });
  if (!undo.ok) return undo;
  const folder = await judgeRemoteAgain(work, target);
  if (!folder.ok) return folder;
  const reply = await finalStep(work, target, {
    script: `remove ${[name, folder.value, fingerprint].map(quoteWord).join(" ")}`,
    unknown: "whether it was deleted is not known",
  });
  if (!reply.ok) return reply;
  const { word } = reply.value;
  if (word === "moved") return movedMeanwhile(target);
  if (word === "changed") return changedMeanwhile(display);
  if (word === "gone") return goneMeanwhile(display);
  if (word.startsWith("io")) return ioError("delete", display, remoteError(word));
  scope.changed(display, "delete");
  scope.sightings.forget(real);
  const notes = word === "unsynced" ? [notSynced(display, remoteError("Input/output error"))] : [];
  return value({ path: display, notes: [...undo.value, ...notes] });
}
