import { readSync } from "node:fs";
import { readBytes } from "../../content/read-bytes.ts";
import type { HeldFolders, TreeFile } from "../tree/held-folders.ts";
import { normalText } from "../text/normal-text.ts";
import type { NormalText } from "../text/normal-text.ts";
import { HEAD_BYTES, judgeHead } from "../text/judge-head.ts";
import type { HeadKind } from "../text/judge-head.ts";

const head = Buffer.allocUnsafe(HEAD_BYTES);

/** What an open file is, by its first bytes. OS errors are thrown. */
export function kindOfFile({ fd }: TreeFile): HeadKind {
  let length = 0;
  while (length < HEAD_BYTES) {
    const count = readSync(fd, head, length, HEAD_BYTES - length, length);
    if (count === 0) return judgeHead(head.subarray(0, length), true);
    length += count;
  }
  return judgeHead(head, false);
}

/** The text of a file of the tree; nothing when it is gone, closed, too large or no text any more. */
export async function readTreeText(
  folders: HeldFolders,
  path: string,
  maxBytes: number,
): Promise<NormalText | undefined> {
  const opening = folders.open(path);
  if (opening === "gone" || "refused" in opening) return undefined;
  using file = opening;
  const bytes = await readBytes(file.fd, { size: Number(file.stats.size), limit: maxBytes + 1 });
  return bytes.length > maxBytes ? undefined : normalText(bytes);
}
