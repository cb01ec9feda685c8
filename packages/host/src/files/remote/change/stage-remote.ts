import { posix } from "node:path";
import { fail, type Outcome, value } from "@wield/core";
import { wrongSize } from "../../../change/receipt.ts";
import { quoteWord } from "../../../processes/shell/quote-word.ts";
import { osReason } from "../../../walk/os-error.ts";
import { ioError } from "../../failures.ts";
import type { RemoteWork } from "../open/open-remote-for-reading.ts";
import { remoteError } from "../place/remote-error.ts";
import { RemoteStats } from "../place/remote-stats.ts";
import { type RemoteTarget, step } from "./remote-target.ts";

export type RemoteStaging =
  | { readonly kind: "staged"; readonly name: string; readonly stats: RemoteStats }
  /** Nothing can be put beside the file that could take its place. */
  | { readonly kind: "impossible"; readonly reason: string; readonly error: NodeJS.ErrnoException };

export interface RemoteContentToStage extends RemoteTarget {
  readonly content: Uint8Array;
  /** The file to be replaced, whose mode and owner are kept. */
  readonly like?: RemoteStats;
}

/** Writes `content` to a temporary file in the folder the shell is in, and brings it to disk there. */
export async function stageRemote(
  work: RemoteWork,
  staging: RemoteContentToStage,
): Promise<Outcome<RemoteStaging>> {
  const { content, like, opened } = staging;
  const { display, real } = opened.path;
  const name = posix.basename(work.scope.temporaryPath(real));
  const attributes =
    like === undefined ? "-" : `${(Number(like.mode) & 0o7777).toString(8)} ${like.uid} ${like.gid}`;
  const reply = await step(
    work,
    staging,
    `stage ${quoteWord(name)} ${content.length} ${attributes}`,
    content,
  );
  if (!reply.ok) return reply;
  const { body, word } = reply.value;
  if (word.startsWith("no ")) {
    const reason = word.slice("no ".length);
    if (reason.startsWith("it belongs"))
      return value({ kind: "impossible", reason, error: remoteError("Operation not permitted") });
    const error = remoteError(reason);
    if (error.code !== "EACCES" && error.code !== "EPERM") return ioError("write", display, error);
    return value({ kind: "impossible", reason: `its folder is not writable (${osReason(error)})`, error });
  }
  if (word.startsWith("size ")) return wrongSize(display, content.length, Number(word.slice("size ".length)));
  if (word !== "ok") return ioError("write", display, remoteError(word));
  const stats = RemoteStats.parse(body.toString().trim());
  if (stats === undefined) return fail("io_error", `cannot write ${display}: its new content is gone there`);
  if (Number(stats.size) !== content.length) return wrongSize(display, content.length, Number(stats.size));
  return value({ kind: "staged", name, stats });
}

/** Puts `content` where it is at hand there for a write that cannot be a rename. */
export async function scratchRemote(
  work: RemoteWork,
  target: RemoteTarget,
  content: Uint8Array,
): Promise<Outcome<void>> {
  const { display, real } = target.opened.path;
  const name = posix.basename(work.scope.temporaryPath(real));
  const reply = await step(work, target, `scratch ${quoteWord(name)} ${content.length}`, content);
  if (!reply.ok) return reply;
  const { word } = reply.value;
  if (word.startsWith("size ")) return wrongSize(display, content.length, Number(word.slice("size ".length)));
  return word === "ok" ? value(undefined) : ioError("write", display, remoteError(word));
}
