import { ok } from "@wield/core";
import type { CallInfo, FailedResult, Files, OkResult } from "@wield/core";
import { keptFormNotes, NEW_FILE_FORM } from "../text-form.ts";
import { existingFile } from "./existing-file.ts";
import type { ExistingFile } from "./existing-file.ts";
import { fileBytes, utf8Length, writtenLines } from "./file-bytes.ts";
import { staleFailure } from "./stale.ts";
import { replacedUnseen } from "./unseen.ts";

export type WriteData = {
  path: string;
  bytes: number;
  lines: number;
  created: boolean;
  unseen_lines?: number;
};

/** How a write fails when somebody else was quicker: by what the file held, or by there being one. */
const RACES = ["stale", "already_exists"];

interface Writing {
  readonly path: string;
  readonly content: string;
}

/** Creates a file or replaces all it holds, unless that would bury what somebody else changed. */
export async function replaceFile(
  { path, content }: Writing,
  { files, call }: { readonly files: Files; readonly call: CallInfo },
): Promise<OkResult<WriteData> | FailedResult> {
  const looked = await existingFile(files, path);
  if (!looked.ok) return looked;
  const existing = looked.value;
  const seen = existing === undefined ? undefined : await files.lastSeen(path);
  const bytes = fileBytes(content, existing?.form ?? NEW_FILE_FORM);
  const isLoss = existing !== undefined && !isSame(existing.read.bytes, bytes);
  if (isLoss && seen !== undefined && seen.mark !== existing.read.mark)
    return staleFailure(existing, content);
  const written = await files.write(path, bytes, guardOf(existing));
  if (!written.ok)
    return RACES.includes(written.code) ? staleNow({ path, content }, files, written) : written;

  const { isCreated, notes } = written.value;
  const unseen = isLoss ? replacedUnseen(existing, seen, call.caller) : undefined;
  const said = {
    path: written.value.path,
    bytes: utf8Length(content),
    lines: writtenLines(content),
    created: isCreated,
    ...(unseen === undefined ? {} : { unseen_lines: unseen.lines }),
  };
  const text = `${isCreated ? "Created" : "Updated"} ${said.path} (${said.bytes} bytes, ${said.lines} lines)`;
  const form = existing === undefined ? [] : keptFormNotes(said.path, existing.form);
  return ok(text, said, { notes: [...(unseen === undefined ? [] : [unseen.note]), ...form, ...notes] });
}

/** What must still be there when the new content takes its place. */
function guardOf(existing: ExistingFile | undefined): { expectedHash?: string; isNew?: boolean } {
  if (existing === undefined) return { isNew: true };
  return existing.read.isCapped ? {} : { expectedHash: existing.read.hash };
}

/** Somebody wrote between our look and our rename: what is there now says it best. */
async function staleNow(writing: Writing, files: Files, failure: FailedResult): Promise<FailedResult> {
  const looked = await existingFile(files, writing.path);
  return looked.ok && looked.value !== undefined ? staleFailure(looked.value, writing.content) : failure;
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
