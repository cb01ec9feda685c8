import { fail, type FailedResult } from "../contract/result.ts";
import { decodeText } from "../text/file-text.ts";
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
  const check = async (path: string, content: string | Uint8Array): Promise<FailedResult | undefined> => {
    const refusal = await maskRefusal(files, { path, content, scrubber });
    if (refusal !== undefined) refused(refusal);
    return refusal;
  };
  return {
    ...files,
    write: async (path, content, options) =>
      (await check(path, content)) ?? files.write(path, content, options),
    append: async (path, content) => (await check(path, content)) ?? files.append(path, content),
  };
}

async function maskRefusal(
  files: Files,
  change: {
    readonly path: string;
    readonly content: string | Uint8Array;
    readonly scrubber: Scrubber;
  },
): Promise<FailedResult | undefined> {
  const { path, content, scrubber } = change;
  const after = scrubber.masksIn(textOf(content));
  if (after.size === 0) return undefined;
  const present = await files.read(path);
  if (!present.ok) return undefined;
  const text = textOf(present.value.bytes);
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

function textOf(content: string | Uint8Array): string {
  if (typeof content === "string") return content;
  const decoded = decodeText(content);
  return decoded.ok ? decoded.value.text : "";
}
