import { fail, type FailedResult } from "../contract/result.ts";
import { decodeText, type TextEncoding } from "../text/file-text.ts";
import type { Scrubber } from "../text/scrub.ts";
import type { Files } from "./files.ts";

/**
 * Files that refuse to put our own masks where a real secret stands: a model reads `[NAME]` and would write it
 * back over the value.
 */
export function guardMasks(
  files: Files,
  scrubber: Scrubber,
  refused: (failure: FailedResult) => void,
): Files {
  const check = async (change: Omit<Change, "scrubber">): Promise<FailedResult | undefined> => {
    const refusal = await maskRefusal(files, { ...change, scrubber });
    if (refusal !== undefined) refused(refusal);
    return refusal;
  };
  return {
    ...files,
    write: async (path, content, options) =>
      (await check({ path, content, isAppended: false })) ?? files.write(path, content, options),
    append: async (path, content) =>
      (await check({ path, content, isAppended: true })) ?? files.append(path, content),
  };
}

interface Change {
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly isAppended: boolean;
  readonly scrubber: Scrubber;
}

async function maskRefusal(files: Files, change: Change): Promise<FailedResult | undefined> {
  const { path, content, isAppended, scrubber } = change;
  const mayAddMask = (text: string): boolean =>
    scrubber.masksIn(text).size > 0 || (isAppended && text.slice(0, LONGEST_MASK).includes("]"));
  if (!formsOf(content).some(mayAddMask)) return undefined;
  const present = await files.read(path, { isExact: true });
  if (!present.ok) return undefined;
  const decoded = decodeText(present.value.bytes, { isCapped: present.value.isCapped });
  if (!decoded.ok) return undefined;
  const { text, encoding } = decoded.value;
  const added = typeof content === "string" ? content : textOf(content, encoding);
  const after = scrubber.masksIn(isAppended ? text + added : added);
  const before = scrubber.masksIn(text);
  const masked = scrubber.masksIn(scrubber.text(text));
  for (const [mask, count] of after) {
    const plain = before.get(mask) ?? 0;
    const hidesSomething = (masked.get(mask) ?? 0) > plain;
    if (count > plain && hidesSomething) {
      return fail(
        "policy_denied",
        `the new content of ${path} holds ${mask} where the file holds the real value; the mask is not the value`,
        {
          hint: "change other lines with edit_file and leave the masked one as it is.",
        },
      );
    }
  }
  return undefined;
}

/** What is appended can end a mask that the file begins. */
const LONGEST_MASK = 200;

const UTF_16: readonly TextEncoding[] = ["utf-16le", "utf-16be"];

/** What bytes can stand for: what is appended to a UTF-16 file has no mark of its own. */
function formsOf(content: string | Uint8Array): readonly string[] {
  if (typeof content === "string") return [content];
  return [textOf(content, "utf-8"), ...UTF_16.map((encoding) => textOf(content, encoding))];
}

/** By its own mark when it has one, else in the encoding of the file; parts that are no text do not matter here. */
function textOf(content: Uint8Array, encoding: TextEncoding): string {
  const decoded = decodeText(content);
  if (decoded.ok && (decoded.value.hasBom || encoding === "utf-8")) return decoded.value.text;
  return new TextDecoder(encoding).decode(content);
}
