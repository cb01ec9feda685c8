import { closeSync, constants, fstatSync, ftruncateSync, writeSync } from "node:fs";
import { fail, value } from "@wield/core";
import type { FailedResult, Outcome, WriteReceipt } from "@wield/core";
import { contentMark, MARKED_BYTES } from "../content/content-mark.ts";
import { syncOpen } from "../content/write-bytes.ts";
import { cancelled, ioError } from "../files/failures.ts";
import { notUsableAsFile, openPath } from "../files/open-path.ts";
import type { FilesContext, OpenPath } from "../files/open-path.ts";
import { mergeRanges } from "../sightings/merge-ranges.ts";
import type { Held } from "../walk/held.ts";
import { osError, osReason } from "../walk/os-error.ts";
import { createFile } from "./create-file.ts";
import { judgeAgain } from "./judge-again.ts";
import { measureForAppend, modeOf } from "./present.ts";
import type { PresentStart } from "./present.ts";
import { wrongSize } from "./receipt.ts";
import { keepUndo } from "./undo.ts";

const APPEND_FLAGS = constants.O_WRONLY | constants.O_APPEND | (constants.O_NONBLOCK ?? 0);
/** Somebody may make the file while this call does, and remove it again. */
const MAX_ATTEMPTS = 10;

/** Adds to the end of a file whatever it holds by then, or makes the file. */
export async function appendFile(
  context: FilesContext,
  given: string,
  content: Uint8Array,
): Promise<Outcome<WriteReceipt>> {
  for (let attempt = 1; ; attempt += 1) {
    if (context.scope.signal.aborted) return cancelled("write", given);
    const opening = openPath(context, "write", { given });
    if (!opening.ok) return opening;
    using opened = opening.value;
    const { object, path } = opened;
    if (object === undefined) {
      const created = await createFile(context, opened, content);
      if (created !== "exists") return created;
      if (attempt < MAX_ATTEMPTS) continue;
      return fail("io_error", `cannot write ${path.display}: it is made and removed all the time`);
    }
    const refusal = notUsableAsFile("write", path, object);
    if (refusal !== undefined) return refusal;
    try {
      return await append(context, { opened, object, content });
    } catch (error) {
      return ioError("write", path.display, osError(error));
    }
  }
}

interface Appending {
  readonly opened: OpenPath;
  readonly object: Held;
  readonly content: Uint8Array;
}

async function append(context: FilesContext, appending: Appending): Promise<Outcome<WriteReceipt>> {
  const { opened, object, content } = appending;
  const { real, display } = opened.path;
  const { folder, rest } = opened.located;
  const fd = object.open(APPEND_FLAGS);
  try {
    const old = await measureForAppend(object);
    const before = {
      real,
      display,
      appendedAt: { length: old.size, hash: old.hash },
      mode: modeOf(object),
      afterHash: old.hashWith(content),
      madeParents: [],
    };
    const undo = await keepUndo(context.scope, { before, isAtomic: false });
    if (!undo.ok) return undo;
    const refusal = judgeAgain(context, { access: "write", opened, folder, name: rest.at(-1) ?? "" });
    if (refusal !== undefined) return refusal;
    const failure = appendWhole(fd, content, display);
    if (failure !== undefined) return failure;
    context.scope.changed(display, "write");
    await syncOpen(fd);
    const size = fstatSync(fd).size;
    if (size < old.size + content.length) return wrongSize(display, old.size + content.length, size);
    const mark = markWith(old, content);
    if (size === old.size + content.length) await rememberAppended(context.scope, real, { old, mark });
    const notes = object.stats.nlink > 1n ? ["a second name of this file changed too"] : [];
    return value({ path: display, isCreated: false, mark, notes: [...notes, ...undo.value] });
  } finally {
    closeSync(fd);
  }
}

/** In one call, so that what others append stands before or after it. */
function appendWhole(fd: number, content: Uint8Array, display: string): FailedResult | undefined {
  const start = fstatSync(fd).size;
  let written = 0;
  try {
    written = writeSync(fd, content);
    if (written === content.length) return undefined;
    // The rest says why not all of it went in.
    written += writeSync(fd, content, written);
    if (written === content.length) return undefined;
    return cutBack(fd, { start, written }, `cannot write ${display}: only a part of the content went in`);
  } catch (error) {
    return cutBack(fd, { start, written }, `cannot write ${display}: ${osReason(osError(error))}`);
  }
}

function cutBack(
  fd: number,
  part: { readonly start: number; readonly written: number },
  sentence: string,
): FailedResult {
  if (part.written === 0) return fail("io_error", sentence);
  // Only where nobody appended behind it.
  if (fstatSync(fd).size !== part.start + part.written) {
    return fail("io_error", `${sentence}; ${part.written} bytes of the content stand in the file`);
  }
  ftruncateSync(fd, part.start);
  return fail("io_error", `${sentence}; the file is as it was`);
}

/** The mark of a content with another behind it. */
export function markWith(old: PresentStart, content: Uint8Array): string {
  const head = new Uint8Array(Math.min(MARKED_BYTES, old.head.length + content.length));
  head.set(old.head);
  head.set(content.subarray(0, head.length - old.head.length), old.head.length);
  return contentMark(old.size + content.length, head);
}

/**
 * A session that knew the file knows the appended lines too. What it never saw stays unseen, and a file
 * that somebody else had changed before stays changed.
 */
export async function rememberAppended(
  { sightings }: Pick<FilesContext["scope"], "sightings">,
  real: string,
  { old, mark }: { readonly old: PresentStart; readonly mark: string },
): Promise<void> {
  const known = await sightings.get(real);
  if (known !== undefined && known.mark !== contentMark(old.size, old.head)) return;
  const appended = { first: old.nextLine, last: Number.MAX_SAFE_INTEGER };
  sightings.set(real, { mark, seen: mergeRanges([...(known?.seen ?? []), appended]) });
}
