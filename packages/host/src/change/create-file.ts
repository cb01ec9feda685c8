import { fstatSync, linkSync, lstatSync, renameSync, unlinkSync } from "node:fs";
import { basename } from "node:path";
import { fail } from "@wield/core";
import type { Outcome, WriteReceipt } from "@wield/core";
import { contentHash } from "../content/content-mark.ts";
import { cancelled, ioError, isDirectory, noSuchFile } from "../files/failures.ts";
import type { FilesContext, OpenPath } from "../files/open-path.ts";
import { namesFolder } from "../paths/find-path.ts";
import type { Held } from "../walk/held.ts";
import { isOsError, osError } from "../walk/os-error.ts";
import { judgeAgain } from "./judge-again.ts";
import { makeParents, syncFolder } from "./parents.ts";
import { markOfNew } from "./present.ts";
import { writtenWhole, wrongSize } from "./receipt.ts";
import { stage, syncedWith } from "./stage.ts";
import { keepUndo } from "./undo.ts";

/** Makes a file and the folders above it; `exists` when another was made under the name meanwhile. */
export async function createFile(
  context: FilesContext,
  opened: OpenPath,
  content: Uint8Array,
): Promise<Outcome<WriteReceipt> | "exists"> {
  const { located, path } = opened;
  if (namesFolder(path.given)) return isDirectory("write", path.display);
  if (located.ending.kind !== "missing" || !located.ending.canBeMade)
    return noSuchFile("write", path.display);
  try {
    return await create(context, opened, content);
  } catch (error) {
    return ioError("write", path.display, osError(error));
  }
}

async function create(
  context: FilesContext,
  opened: OpenPath,
  content: Uint8Array,
): Promise<Outcome<WriteReceipt> | "exists"> {
  const { scope, walker } = context;
  const { located, path } = opened;
  using parents = makeParents(walker.holder, located.folder, located.rest.slice(0, -1));
  const { folder, made } = parents;
  const name = located.rest.at(-1) ?? "";
  const staging = await stage(folder, {
    content,
    name: basename(scope.temporaryPath(path.real)),
    signal: scope.signal,
  });
  if (staging.kind === "cancelled") return cancelled("write", path.display);
  if (staging.kind === "impossible")
    return fail("io_error", `cannot write ${path.display}: ${staging.reason}`);
  using staged = staging.staged;
  const size = Number(fstatSync(staged.fd).size);
  if (size !== content.length) return wrongSize(path.display, content.length, size);
  const afterHash = await contentHash(content);
  const before = { real: path.real, display: path.display, afterHash, madeParents: made };
  const undo = await syncedWith(staged, keepUndo(scope, { before, isAtomic: true }));
  if (!undo.ok) return undo;
  const refusal = judgeAgain(context, { access: "write", opened, folder, name });
  if (refusal !== undefined) return refusal;
  if (!publish(folder, staged.name, name)) return "exists";
  staged.published();
  scope.changed(path.display, "write");
  const [syncError] = await Promise.all([syncFolder(folder), parents.keep()]);
  const mark = markOfNew(content, afterHash);
  return writtenWhole(context, opened, { isCreated: true, mark, notes: undo.value, syncError });
}

/** Gives the staged content its name unless something has it already. */
function publish(folder: Held, from: string, to: string): boolean {
  try {
    linkSync(folder.at(from), folder.at(to));
  } catch (error) {
    if (isOsError(error, "EEXIST")) return false;
    if (!isOsError(error, "EPERM", "EACCES", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL", "EMLINK"))
      throw error;
    // No hard links here: look, then rename.
    if (lstatSync(folder.at(to), { throwIfNoEntry: false }) !== undefined) return false;
    renameSync(folder.at(from), folder.at(to));
    return true;
  }
  unlinkSync(folder.at(from));
  return true;
}
