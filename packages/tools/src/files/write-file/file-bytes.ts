import { encodeText } from "@wield/core";
import type { TextForm } from "@wield/core";

/** The bytes of a file's whole new content in its form. A mark that came with the content is not doubled. */
export function fileBytes(content: string, form: TextForm): Uint8Array {
  return encodeText(form.hasBom && content.startsWith("\uFEFF") ? content.slice(1) : content, form);
}

/** Bytes of the content in UTF-8. */
export function utf8Length(content: string): number {
  return Buffer.byteLength(content, "utf8");
}

/** Lines of a content as a result counts them: none when empty, else one more than its LFs. */
export function writtenLines(content: string): number {
  if (content === "") return 0;
  let lines = 1;
  for (let at = content.indexOf("\n"); at !== -1; at = content.indexOf("\n", at + 1)) lines += 1;
  return lines;
}
