import { decodeText, fail, value } from "@wield/core";
import type { FileRead, Files, Outcome, TextForm } from "@wield/core";
import { NEW_FILE_FORM } from "../text-form.ts";

/** What stands where a file is to be written. */
export interface ExistingFile {
  readonly read: FileRead;
  readonly form: TextForm;
  /** Nothing when the bytes are no text. */
  readonly text?: string;
}

/** The file at exactly this path; nothing when there is none. */
export async function existingFile(files: Files, path: string): Promise<Outcome<ExistingFile | undefined>> {
  const read = await files.read(path, { isExact: true });
  if (!read.ok) {
    if (read.code === "no_such_file") return value(undefined);
    return read.code === "is_directory" ? fail(read.code, read.message, { hint: "give a file path" }) : read;
  }
  const decoded = decodeText(read.value.bytes, { isCapped: read.value.isCapped });
  if (!decoded.ok) return value({ read: read.value, form: NEW_FILE_FORM });
  const { text, encoding, hasBom } = decoded.value;
  return value({ read: read.value, form: { encoding, hasBom }, text });
}
