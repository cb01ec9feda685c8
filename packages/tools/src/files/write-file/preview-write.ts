import type { Files } from "@wield/core";
import { unifiedDiff } from "../diff/unified-diff.ts";
import { existingFile } from "./existing-file.ts";

const MAX_DIFF_LINES = 400;

/** What a write would change, as a diff. A refusal is thrown: the approval then says why there is no preview. */
export async function previewWrite(
  input: { readonly path: string; readonly content: string; readonly append: boolean },
  files: Files,
): Promise<string> {
  const looked = await existingFile(files, input.path);
  if (!looked.ok) throw new Error(looked.message);
  const existing = looked.value;
  if (existing !== undefined && existing.text === undefined) {
    return `${input.path} holds ${existing.read.bytes.length} bytes that are no text.`;
  }
  if (existing?.read.isCapped === true) return `${input.path} is too large to compare.`;
  const before = existing?.text ?? "";
  const after = input.append ? before + input.content : input.content;
  const path = existing?.read.path ?? input.path;
  const { text, isTruncated } = unifiedDiff(before, after, { path, maxLines: MAX_DIFF_LINES });
  if (text === "") return `${path} would stay as it is.`;
  return isTruncated ? `${text}… and more` : text;
}
