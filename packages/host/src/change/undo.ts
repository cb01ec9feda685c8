import { fail, value } from "@wield/core";
import type { FileBefore, FilesScope, Outcome, UndoReceipt } from "@wield/core";
import type { OpenPath } from "../files/open-path.ts";

export interface UndoRequest {
  readonly before: FileBefore;
  /** Whether old or new content is seen at every instant, so that a failure harms nothing. */
  readonly isAtomic: boolean;
}

/** What there is to tell of a change's undo data. */
export type UndoNotes = readonly string[];

/** Saves what a change replaces. Where that fails, a change that is not atomic is not made. */
export async function keepUndo(scope: FilesScope, request: UndoRequest): Promise<Outcome<UndoNotes>> {
  const receipt = await save(scope, request.before);
  if (receipt.kept) return value([]);
  return withoutUndo(scope, { ...request, reason: receipt.reason });
}

interface Replaced {
  readonly opened: Pick<OpenPath, "path">;
  /** What is there; without its content where that was too large to be read. */
  readonly present: { readonly content?: Uint8Array; readonly mode: number };
  /** Of the content that takes its place. */
  readonly afterHash: string;
}

/** Keeps a file's content before another takes its place; a content that was too large to be read cannot be kept. */
export async function keepReplaced(
  scope: FilesScope,
  { opened, present, afterHash }: Replaced,
  isAtomic: boolean,
): Promise<Outcome<UndoNotes>> {
  const { real, display } = opened.path;
  const { content, mode } = present;
  const before: FileBefore = { real, display, mode, afterHash, madeParents: [] };
  if (content !== undefined) return keepUndo(scope, { before: { ...before, content }, isAtomic });
  const reason = tooLargeForUndo(scope.maxUndoBytes);
  if (isAtomic) return value([`this change cannot be undone: ${reason}`]);
  return withoutUndo(scope, { before, isAtomic, reason });
}

/** For a change whose undo data cannot be kept. */
function withoutUndo(
  scope: FilesScope,
  request: UndoRequest & { readonly reason: string },
): Outcome<UndoNotes> {
  const { before, isAtomic, reason } = request;
  if (scope.mayProceedWithoutUndo({ isAtomic })) return value([`this change cannot be undone: ${reason}`]);
  return fail(
    "preparation_error",
    `the undo data of ${before.display} could not be saved (${reason}); the file is as it was`,
  );
}

async function save(scope: FilesScope, before: FileBefore): Promise<UndoReceipt> {
  try {
    return await scope.saveUndo(before);
  } catch (error) {
    return { kept: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

export function tooLargeForUndo(maxBytes: number): string {
  const megabytes = maxBytes / (1024 * 1024);
  const limit = megabytes >= 1 ? `${Number(megabytes.toFixed(1))} MB` : `${maxBytes} bytes`;
  return `it held more than ${limit}, the most that is kept`;
}
