import { fail, type Outcome, value, type WriteReceipt } from "@wield/core";
import { markOfNew } from "../../../change/present.ts";
import { writtenWhole, wrongSize } from "../../../change/receipt.ts";
import { keepUndo } from "../../../change/undo.ts";
import { contentHash } from "../../../content/content-mark.ts";
import { namesFolder } from "../../../paths/find-path.ts";
import { quoteWord } from "../../../processes/shell/quote-word.ts";
import { ioError, isDirectory, noSuchFile } from "../../failures.ts";
import type { RemoteWork } from "../open/open-remote-for-reading.ts";
import type { OpenRemotePath } from "../open/open-remote-path.ts";
import { remoteError } from "../place/remote-error.ts";
import { replacedMeanwhile } from "../place/remote-locate.ts";
import { RemoteStats } from "../place/remote-stats.ts";
import { finalStep, judgeRemoteAgain, movedMeanwhile, type RemoteTarget, step } from "./remote-target.ts";
import { stageRemote } from "./stage-remote.ts";

/** Makes a file and the folders above it; `exists` when another was made under the name meanwhile. */
export async function createRemoteFile(
  work: RemoteWork,
  opened: OpenRemotePath,
  content: Uint8Array,
): Promise<Outcome<WriteReceipt> | "exists"> {
  const { located, path } = opened;
  if (namesFolder(path.given)) return isDirectory("write", path.display);
  if (located.ending.kind !== "missing" || !located.ending.canBeMade)
    return noSuchFile("write", path.display);
  const target: RemoteTarget = { access: "write", opened, name: located.rest.at(-1) ?? "" };
  const made = await makeRemoteParents(work, target);
  return made.ok ? create(work, target, { content, madeParents: made.value }) : made;
}

/** Makes the folders above a new file and goes into each. Answers the real paths of those made, outermost first. */
async function makeRemoteParents(
  work: RemoteWork,
  target: RemoteTarget,
): Promise<Outcome<readonly string[]>> {
  const names = target.opened.located.rest.slice(0, -1);
  if (names.length === 0) return value([]);
  const reply = await step(work, target, `parents ${names.map(quoteWord).join(" ")}`);
  if (!reply.ok) return reply;
  const { body, word } = reply.value;
  if (word !== "ok") {
    const error = word === "stale" ? replacedMeanwhile() : remoteError(word);
    return ioError("write", target.opened.path.display, error);
  }
  const fields = body.toString().split("\0");
  return value(fields.flatMap((real, index) => (index % 2 === 1 && fields[index - 1] === "1" ? [real] : [])));
}

async function create(
  work: RemoteWork,
  target: RemoteTarget,
  { content, madeParents }: { readonly content: Uint8Array; readonly madeParents: readonly string[] },
): Promise<Outcome<WriteReceipt> | "exists"> {
  const { scope } = work;
  const { opened, name } = target;
  const { path } = opened;
  const staging = await stageRemote(work, { ...target, content });
  if (!staging.ok) return staging;
  if (staging.value.kind === "impossible")
    return fail("io_error", `cannot write ${path.display}: ${staging.value.reason}`);
  const { name: staged, stats } = staging.value;
  const afterHash = await contentHash(content);
  const before = { real: path.real, display: path.display, afterHash, madeParents };
  const undo = await keepUndo(scope, { before, isAtomic: true });
  if (!undo.ok) return undo;
  const folder = await judgeRemoteAgain(work, target);
  if (!folder.ok) return folder;
  const reply = await finalStep(work, target, {
    script: `create ${[staged, name, folder.value].map(quoteWord).join(" ")}`,
    unknown: "whether it was made is not known, but it is whole where it was",
  });
  if (!reply.ok) return reply;
  const { body, word } = reply.value;
  if (word === "exists") return "exists";
  if (word === "moved") return movedMeanwhile(target);
  if (word.startsWith("io")) return ioError("write", path.display, remoteError(word));
  scope.changed(path.display, "write");
  const there = RemoteStats.parse(body.toString().trim());
  if (there?.isSameObject(stats) === true && Number(there.size) !== content.length)
    return wrongSize(path.display, content.length, Number(there.size));
  const syncError = word === "unsynced" ? remoteError("Input/output error") : undefined;
  return writtenWhole(work, opened, {
    isCreated: true,
    mark: markOfNew(content, afterHash),
    notes: undo.value,
    syncError,
  });
}
