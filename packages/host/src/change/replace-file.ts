import { closeSync, constants, fstatSync, lstatSync, renameSync } from "node:fs";
import { basename } from "node:path";
import { value } from "@wield/core";
import type { FailedResult, LineRange, Outcome, WriteReceipt } from "@wield/core";
import { contentHash } from "../content/content-mark.ts";
import { overwriteSync, syncOpen } from "../content/write-bytes.ts";
import { cancelled, ioError } from "../files/failures.ts";
import type { FilesContext, OpenPath } from "../files/open-path.ts";
import { isSameObject } from "../walk/held.ts";
import type { Held } from "../walk/held.ts";
import { isOsError, osError, osReason } from "../walk/os-error.ts";
import { judgeAgain } from "./judge-again.ts";
import { syncFolder } from "./parents.ts";
import { assertWritable, markOfNew, readPresent } from "./present.ts";
import type { Present } from "./present.ts";
import { brokenOff, writtenWhole, wrongSize } from "./receipt.ts";
import { stage, syncedWith } from "./stage.ts";
import type { Staged, Staging } from "./stage.ts";
import { changedMeanwhile, holdUnchanged } from "./stale.ts";
import { keepReplaced } from "./undo.ts";
import type { UndoNotes } from "./undo.ts";

export interface Replacement {
  readonly opened: OpenPath;
  /** The regular file to be replaced. */
  readonly object: Held;
  readonly content: Uint8Array;
  readonly expectedHash?: string;
  /** Lines of the new content that the session knows. Default: all. */
  readonly seen?: readonly LineRange[];
}

/** Puts a whole new content in place of a file's: by a rename where that keeps all else as it is, else in place. */
export async function replaceFile(
  context: FilesContext,
  replacement: Replacement,
): Promise<Outcome<WriteReceipt>> {
  const { path } = replacement.opened;
  try {
    return await replace(context, replacement);
  } catch (error) {
    return ioError("write", path.display, osError(error));
  }
}

interface Replacing extends Replacement {
  readonly context: FilesContext;
  readonly folder: Held;
  readonly name: string;
  readonly present: Present;
  readonly afterHash: string;
}

async function replace(context: FilesContext, replacement: Replacement): Promise<Outcome<WriteReceipt>> {
  const { scope } = context;
  const { opened, object, content, expectedHash } = replacement;
  assertWritable(object);
  const present = await readPresent(object, scope.maxUndoBytes);
  if (expectedHash !== undefined && expectedHash !== present.hash)
    return changedMeanwhile(opened.path.display);
  const replacing: Replacing = {
    ...replacement,
    context,
    folder: opened.located.folder,
    name: opened.located.rest.at(-1) ?? "",
    present,
    afterHash: await contentHash(content),
  };
  const staging = await stageBeside(replacing);
  if (staging.kind === "cancelled") return cancelled("write", opened.path.display);
  if (staging.kind === "impossible") return inPlace(replacing, staging.reason);
  using staged = staging.staged;
  return await byRename(replacing, staged);
}

async function stageBeside({ context, opened, object, content, folder }: Replacing): Promise<Staging> {
  if (object.stats.nlink > 1n) return { kind: "impossible", reason: "it has a second name (hard link)" };
  const { scope } = context;
  const name = basename(scope.temporaryPath(opened.path.real));
  return stage(folder, { content, name, like: object.stats, signal: scope.signal });
}

async function byRename(replacing: Replacing, staged: Staged): Promise<Outcome<WriteReceipt>> {
  const { context, folder, name, opened, content } = replacing;
  const { display } = opened.path;
  const stagedSize = fstatSync(staged.fd).size;
  if (stagedSize !== content.length) return wrongSize(display, content.length, stagedSize);
  const undo = await syncedWith(staged, keepReplaced(replacing.context.scope, replacing, true));
  if (!undo.ok) return undo;
  const again = await holdUnchanged(
    context.walker.holder,
    { folder, name },
    { hash: replacing.present.hash, display },
  );
  if (again.kind === "differs") return again.failure;
  again.object[Symbol.dispose]();
  const refusal = judgeAgain(context, { access: "write", opened, folder, name });
  if (refusal !== undefined) return refusal;
  try {
    renameSync(folder.at(staged.name), folder.at(name));
  } catch (error) {
    if (!isOsError(error, "EPERM", "EACCES", "EBUSY", "EXDEV")) throw error;
    return inPlace(replacing, `it could not be replaced (${osReason(osError(error))})`, undo.value);
  }
  staged.published();
  replacing.object.letGoSoon?.();
  context.scope.changed(display, "write");
  const wrong = sizeProblem(replacing, staged);
  if (wrong !== undefined) return wrong;
  return finish(replacing, { notes: undo.value, syncError: await syncFolder(folder) });
}

/** Of the file that was put there; another one that took its place since is not this call's affair. */
function sizeProblem({ folder, name, content, opened }: Replacing, staged: Staged): FailedResult | undefined {
  const there = lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false });
  if (there === undefined || !isSameObject(there, fstatSync(staged.fd, { bigint: true }))) return undefined;
  const size = Number(there.size);
  return size === content.length ? undefined : wrongSize(opened.path.display, content.length, size);
}

async function inPlace(
  replacing: Replacing,
  reason: string,
  keptUndo?: UndoNotes,
): Promise<Outcome<WriteReceipt>> {
  const { context, folder, name, opened, present } = replacing;
  const { display } = opened.path;
  // Undo data that could not be kept is enough for a rename, not for this.
  const undo =
    keptUndo !== undefined && keptUndo.length === 0
      ? value([])
      : await keepReplaced(replacing.context.scope, replacing, false);
  if (!undo.ok) return undo;
  const again = await holdUnchanged(context.walker.holder, { folder, name }, { hash: present.hash, display });
  if (again.kind === "differs") return again.failure;
  using object = again.object;
  const refusal = judgeAgain(context, { access: "write", opened, folder, name });
  if (refusal !== undefined) return refusal;
  const failure = await overwrite(replacing, object);
  if (failure !== undefined) return failure;
  const notes = [`${display} was not written atomically: ${reason}`];
  if (object.stats.nlink > 1n) notes.push("a second name of this file changed too");
  return finish(replacing, { notes: [...notes, ...undo.value], syncError: undefined });
}

async function overwrite(replacing: Replacing, object: Held): Promise<FailedResult | undefined> {
  const { context, opened, content } = replacing;
  const { display } = opened.path;
  const fd = object.open(constants.O_WRONLY | (constants.O_NONBLOCK ?? 0));
  try {
    try {
      overwriteSync(fd, content, fstatSync(fd).size);
    } catch (error) {
      return putBack(replacing, fd, osError(error));
    }
    context.scope.changed(display, "write");
    await syncOpen(fd);
    const size = fstatSync(fd).size;
    return size === content.length ? undefined : wrongSize(display, content.length, size);
  } finally {
    closeSync(fd);
  }
}

function putBack({ present, opened }: Replacing, fd: number, cause: NodeJS.ErrnoException): FailedResult {
  try {
    if (present.content === undefined) throw cause;
    overwriteSync(fd, present.content, fstatSync(fd).size);
    return brokenOff(opened.path.display, cause, true);
  } catch (error) {
    osError(error);
    return brokenOff(opened.path.display, cause, false);
  }
}

function finish(
  { context, opened, content, afterHash, seen }: Replacing,
  told: { readonly notes: readonly string[]; readonly syncError: NodeJS.ErrnoException | undefined },
): Outcome<WriteReceipt> {
  const known = seen === undefined ? {} : { seen };
  return writtenWhole(context, opened, {
    isCreated: false,
    mark: markOfNew(content, afterHash),
    ...known,
    ...told,
  });
}
