import { decodeText, encodeText, fail, ok, value } from "@wield/core";
import type { FailedResult, Files, OkResult, Outcome, TextForm } from "@wield/core";
import { keptFormNotes, NEW_FILE_FORM } from "../text-form.ts";
import { utf8Length, writtenLines } from "./file-bytes.ts";
import type { WriteData } from "./replace-file.ts";

/** Enough of a file to know its form. */
const HEAD_BYTES = 4096;

/** Adds to the end of a file, in the file's own form. */
export async function appendToFile(
  { path, content }: { readonly path: string; readonly content: string },
  files: Files,
): Promise<OkResult<WriteData> | FailedResult> {
  const form = await formForAppending(files, path, content);
  if (!form.ok) return form;
  const written = await files.append(path, encodeText(content, { ...form.value, hasBom: false }));
  if (!written.ok) return written;
  const { isCreated, notes } = written.value;
  const said = {
    path: written.value.path,
    bytes: utf8Length(content),
    lines: writtenLines(content),
    created: isCreated,
  };
  const text = `Appended to ${said.path} (${said.bytes} bytes, ${said.lines} lines)`;
  const kept = form.value.encoding === "utf-8" ? [] : keptFormNotes(said.path, form.value);
  return ok(text, said, { notes: [...kept, ...notes] });
}

/**
 * ASCII fits behind any bytes but UTF-16, whose mark is at the start; other text only behind a file that is
 * UTF-8 as a whole, or two encodings would stand in one file.
 */
async function formForAppending(files: Files, path: string, content: string): Promise<Outcome<TextForm>> {
  const isAscii = /^[\u0000-\u007f]*$/.test(content);
  const read = await files.read(path, { isExact: true, ...(isAscii ? { maxBytes: HEAD_BYTES } : {}) });
  if (!read.ok) {
    if (read.code === "no_such_file") return value(NEW_FILE_FORM);
    return read.code === "is_directory" ? fail(read.code, read.message, { hint: "give a file path" }) : read;
  }
  const decoded = decodeText(read.value.bytes, { path: read.value.path, isCapped: read.value.isCapped });
  if (decoded.ok) return value({ encoding: decoded.value.encoding, hasBom: decoded.value.hasBom });
  return isAscii ? value(NEW_FILE_FORM) : decoded;
}
