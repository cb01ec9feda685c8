import { type Outcome, value, type WalkEnd, type WalkOptions } from "@wield/core";
import { ioError, notADirectory } from "../../files/failures.ts";
import { openRemoteForReading, type RemoteWork } from "../../files/remote/open/open-remote-for-reading.ts";
import type { OpenRemotePath } from "../../files/remote/open/open-remote-path.ts";
import { remoteError } from "../../files/remote/place/remote-error.ts";
import { locateRemote, replacedMeanwhile } from "../../files/remote/place/remote-locate.ts";
import { RemoteStats } from "../../files/remote/place/remote-stats.ts";
import { quoteWord } from "../../processes/shell/quote-word.ts";
import type { RulesAbove } from "../ignore/ignore-level.ts";
import { remoteRulesAbove } from "./remote-rules-above.ts";
import { type RemoteTreeStart, walkRemoteTree } from "./walk-remote-tree.ts";

/** Walks the folder there that a call names. */
export async function walkRemoteFolder(
  work: RemoteWork,
  given: string,
  options: WalkOptions,
): Promise<Outcome<WalkEnd>> {
  const opening = await openRemoteForReading(work, given, "directory");
  if (!opening.ok) return opening;
  const { opened, notes, object } = opening.value;
  const { display } = opened.path;
  if (!object.stats.isDirectory()) return notADirectory(display);
  const start = await startIn(work, opened, options.readsIgnoreFiles === true);
  if (!start.ok) return start;
  const walked = await walkRemoteTree(work, start.value, { ...options, followsLinks: true });
  if (!walked.ok) return walked;
  const { closed, isComplete, refused } = walked.value;
  return refused === undefined
    ? value({ path: display, notes, closed, isComplete })
    : ioError("read", display, refused);
}

/** Goes into a folder that was judged. */
export async function startIn(
  { shell, scope }: RemoteWork,
  opened: OpenRemotePath,
  readsRulesAbove: boolean,
): Promise<Outcome<RemoteTreeStart>> {
  const { path, object } = opened;
  const above: Outcome<readonly RulesAbove[]> = readsRulesAbove
    ? await remoteRulesAbove(shell, path.real, scope.workspace)
    : value([]);
  if (!above.ok) return above;
  // Reading what is above has left the place.
  const again = readsRulesAbove ? await locateRemote(shell, path.real) : value(opened.located);
  if (!again.ok) return again;
  const reply = await shell.ask(`enter ${quoteWord(again.value.rest.at(-1) ?? ".")}`);
  if (!reply.ok) return reply;
  const stats = RemoteStats.parse(reply.value.body.toString().trim());
  if (stats === undefined) return ioError("read", path.display, remoteError(reply.value.word));
  if (object?.stats.isSameObject(stats) !== true) return ioError("read", path.display, replacedMeanwhile());
  return value({ real: path.real, stats, lineageAbove: path.lineage, rulesAbove: above.value });
}
