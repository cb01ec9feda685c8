import { ok } from "@wield/core";
import type { CallInfo, FailedResult, Files, OkResult } from "@wield/core";
import { fileBytes } from "../write-file/file-bytes.ts";
import { unifiedDiff } from "../diff/unified-diff.ts";
import { keptFormNotes } from "../text-form.ts";
import { applyEdits, refuseNoChange } from "./apply-edits.ts";
import { editRequest } from "./edit-request.ts";
import type { EditInput } from "./edit-request.ts";
import { createFailureMemory } from "./failure-memory.ts";
import { knownLines } from "./known-lines.ts";
import { openText } from "./open-text.ts";

export type EditData = {
  path: string;
  replacements: number;
  diff: string;
  diff_truncated?: boolean;
};

const MAX_DIFF_LINES = 400;
const TRANSLATED = " [translated old_string line endings from LF to CRLF to match the file]";

/** An edit that failed before is answered with more of the file, so that it is not tried a third time. */
const failures = createFailureMemory(1000);

/** Replaces text in a file: all that was asked for, or nothing and a failure that says what is there. */
export async function editFile(
  input: EditInput,
  { files, call }: { readonly files: Files; readonly call: CallInfo },
): Promise<OkResult<EditData> | FailedResult> {
  const request = editRequest(input);
  if ("code" in request) return request;
  const unchanged = refuseNoChange(request);
  if (unchanged !== undefined) return unchanged;
  const opened = await openText(files, input.path);
  if (!opened.ok) return opened;
  const { read, text: before, form } = opened.value;
  const { path } = read;
  const edited = applyEdits(before, request, {
    path,
    isRepeated: ({ old_string }) =>
      failures.hasFailedBefore({ sessionId: call.sessionId, path, anchor: old_string }),
  });
  if ("code" in edited) return edited;

  const { text: after, regions } = edited;
  const seen = await files.lastSeen(input.path);
  const wasCurrent = seen?.mark === read.mark;
  const written = await files.write(input.path, fileBytes(after, form), {
    expectedHash: read.hash,
    seen: knownLines(wasCurrent ? seen.seen : [], { before, after, regions }),
  });
  if (!written.ok) return written;

  const diff = unifiedDiff(before, after, { path, maxLines: MAX_DIFF_LINES, regions });
  const text = `Edited ${path} (${edited.replacements} replacement(s))${edited.isTranslated ? TRANSLATED : ""}`;
  const data = {
    path,
    replacements: edited.replacements,
    diff: diff.text,
    ...(diff.isTruncated ? { diff_truncated: true } : {}),
  };
  const notes = [
    ...(seen === undefined || wasCurrent
      ? []
      : [`${path} had changed on disk since it was read here; the edit was applied to its present content`]),
    ...(edited.putsLfIntoCrlf
      ? [
          `lines of ${path} end with CRLF, but the new text has LF and was written so; \\r\\n in new_string keeps it uniform`,
        ]
      : []),
    ...keptFormNotes(path, form),
    ...written.value.notes,
  ];
  return ok(text, data, { notes });
}

/** What an edit would change, as a diff; of one that would fail, the failure. */
export async function previewEdit(input: EditInput, files: Files): Promise<string> {
  const request = editRequest(input);
  if ("code" in request) return `This edit would fail: ${request.message}`;
  const opened = await openText(files, input.path);
  if (!opened.ok) return `This edit would fail: ${opened.message}`;
  const { read, text } = opened.value;
  const edited = applyEdits(text, request, { path: read.path, isRepeated: () => false });
  if ("code" in edited) return `This edit would fail: ${edited.message}`;
  const { regions } = edited;
  const diff = unifiedDiff(text, edited.text, { path: read.path, maxLines: MAX_DIFF_LINES, regions });
  return diff.isTruncated ? `${diff.text}… and more` : diff.text;
}
