import { fail, value } from "@wield/core";
import type { FailedResult, LineRange, Outcome, WriteReceipt } from "@wield/core";
import type { FilesContext, OpenPath } from "../files/open-path.ts";
import { osReason } from "../walk/os-error.ts";

/** Lines of a whole file, however many it has. */
const WHOLE_FILE = { first: 1, last: Number.MAX_SAFE_INTEGER } as const;

export interface Written {
  readonly isCreated: boolean;
  readonly mark: string;
  /** Lines that the session knows. Default: all. */
  readonly seen?: readonly LineRange[];
  readonly notes: readonly string[];
  /** The folder's answer to being synced, when it was an error. */
  readonly syncError: NodeJS.ErrnoException | undefined;
}

/** What is told and remembered once a whole content is in place. */
export function writtenWhole(
  context: Pick<FilesContext, "scope">,
  opened: Pick<OpenPath, "path">,
  written: Written,
): Outcome<WriteReceipt> {
  const { path } = opened;
  const { isCreated, mark, seen = [WHOLE_FILE], notes, syncError } = written;
  context.scope.sightings.set(path.real, { mark, seen });
  const syncNotes = syncError === undefined ? [] : [notSynced(path.display, syncError)];
  return value({ path: path.display, isCreated, mark, notes: [...notes, ...syncNotes] });
}

export function notSynced(display: string, error: NodeJS.ErrnoException): string {
  return `${display} is changed, but may be lost if the machine stops now: its folder could not be synced (${osReason(error)})`;
}

/** A change in place that broke off. */
export function brokenOff(display: string, cause: NodeJS.ErrnoException, isPutBack: boolean): FailedResult {
  const sentence = `cannot write ${display}: ${osReason(cause)}`;
  return isPutBack
    ? fail("io_error", `${sentence}; the file is as it was`)
    : fail("io_error", `${sentence}; the file may hold part of the new content`, {
        hint: "look at the file, and undo the call to put it back",
      });
}

export function wrongSize(display: string, expected: number, found: number): FailedResult {
  return fail("io_error", `${display} holds ${found} bytes after ${expected} were written`);
}
