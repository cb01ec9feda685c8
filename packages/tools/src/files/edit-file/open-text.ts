import { decodeText, fail, value } from "@wield/core";
import type { FailedResult, FileRead, Files, Outcome, TextForm } from "@wield/core";

/** A whole text file that is about to be changed. */
export interface OpenText {
  readonly read: FileRead;
  readonly text: string;
  readonly form: TextForm;
}

/** The text of exactly this file, or why it cannot be edited. */
export async function openText(files: Files, path: string): Promise<Outcome<OpenText>> {
  const read = await files.read(path, { isExact: true });
  if (!read.ok) return read.code === "no_such_file" ? missing(files, path, read) : read;
  if (read.value.isCapped) {
    return fail(
      "too_large",
      `${read.value.path} has more than the ${read.value.bytes.length} bytes that edit_file takes`,
      {
        hint: "change it with a program, such as sed in the terminal",
      },
    );
  }
  const decoded = decodeText(read.value.bytes, { path: read.value.path });
  if (!decoded.ok) return decoded;
  const { text, encoding, hasBom } = decoded.value;
  return value({ read: read.value, text, form: { encoding, hasBom } });
}

/** The reading tools would open a name that looks the same, or suggest near ones; an edit only tells. */
async function missing(files: Files, path: string, failure: FailedResult): Promise<FailedResult> {
  const near = await files.read(path, { maxBytes: 1 });
  if (!near.ok) return near;
  return fail("no_such_file", failure.message, {
    hint: `a file of a name that looks the same is there: ${near.value.path}`,
  });
}
