import { type LineRange, type Outcome, value, type WriteReceipt } from "@wield/core";
import { markOfNew } from "../../../change/present.ts";
import { brokenOff, writtenWhole, wrongSize } from "../../../change/receipt.ts";
import { changedMeanwhile, goneMeanwhile } from "../../../change/stale.ts";
import { keepReplaced, type UndoNotes } from "../../../change/undo.ts";
import { contentHash } from "../../../content/content-mark.ts";
import { quoteWord } from "../../../processes/shell/quote-word.ts";
import { osReason } from "../../../walk/os-error.ts";
import { ioError } from "../../failures.ts";
import type { RemoteWork } from "../open/open-remote-for-reading.ts";
import { remoteError } from "../place/remote-error.ts";
import { RemoteStats } from "../place/remote-stats.ts";
import { readRemotePresent, type RemotePresent } from "./remote-present.ts";
import { finalStep, judgeRemoteAgain, movedMeanwhile, type RemoteTarget, step } from "./remote-target.ts";
import { type RemoteStaging, scratchRemote, stageRemote } from "./stage-remote.ts";

export interface RemoteReplacement extends RemoteTarget {
  readonly content: Uint8Array;
  readonly expectedHash?: string;
  /** Lines of the new content that the session knows. Default: all. */
  readonly seen?: readonly LineRange[];
}

interface Replacing extends RemoteReplacement {
  readonly work: RemoteWork;
  readonly present: RemotePresent;
  readonly afterHash: string;
}

/** Puts a whole new content in place of a file's: by a rename where that keeps all else as it is, else in place. */
export async function replaceRemoteFile(
  work: RemoteWork,
  replacement: RemoteReplacement,
): Promise<Outcome<WriteReceipt>> {
  const { opened, name, content, expectedHash } = replacement;
  const { display } = opened.path;
  const writable = await step(work, replacement, `writable ${quoteWord(name)}`);
  if (!writable.ok) return writable;
  if (writable.value.word !== "") return ioError("write", display, remoteError(writable.value.word));
  const present = await readRemotePresent(work, replacement);
  if (!present.ok) return present;
  if (expectedHash !== undefined && expectedHash !== present.value.hash) return changedMeanwhile(display);
  const replacing = { ...replacement, work, present: present.value, afterHash: await contentHash(content) };
  const staging = await stageBeside(replacing);
  if (!staging.ok) return staging;
  return staging.value.kind === "impossible"
    ? inPlace(replacing, staging.value.reason)
    : byRename(replacing, staging.value);
}

async function stageBeside({ work, present, ...replacement }: Replacing): Promise<Outcome<RemoteStaging>> {
  if (present.stats.nlink > 1n) {
    const error = remoteError("Too many links");
    return value({ kind: "impossible", reason: "it has a second name (hard link)", error });
  }
  return stageRemote(work, { ...replacement, like: present.stats });
}

async function byRename(
  replacing: Replacing,
  staged: Extract<RemoteStaging, { kind: "staged" }>,
): Promise<Outcome<WriteReceipt>> {
  const { work, opened, name, content, present } = replacing;
  const { display } = opened.path;
  const undo = await keepReplaced(replacing.work.scope, replacing, true);
  if (!undo.ok) return undo;
  const folder = await judgeRemoteAgain(work, replacing);
  if (!folder.ok) return folder;
  const reply = await finalStep(work, replacing, {
    script: `replace ${[staged.name, name, folder.value, present.fingerprint].map(quoteWord).join(" ")}`,
    unknown: "it holds either its old content or the new one, each whole; which is not known",
  });
  if (!reply.ok) return reply;
  const { body, word } = reply.value;
  if (word.startsWith("io")) {
    const error = remoteError(word);
    if (!["EPERM", "EACCES", "EBUSY", "EXDEV"].includes(error.code ?? ""))
      return ioError("write", display, error);
    await work.shell.ask("leave", { isWhole: true });
    return inPlace(replacing, `it could not be replaced (${osReason(error)})`, undo.value);
  }
  const failure = notMade(replacing, word);
  if (failure !== undefined) return failure;
  work.scope.changed(display, "write");
  const there = RemoteStats.parse(body.toString().trim());
  if (there?.isSameObject(staged.stats) === true && Number(there.size) !== content.length)
    return wrongSize(display, content.length, Number(there.size));
  return finish(replacing, undo.value, word);
}

async function inPlace(
  replacing: Replacing,
  reason: string,
  keptUndo?: UndoNotes,
): Promise<Outcome<WriteReceipt>> {
  const { work, opened, name, content, present } = replacing;
  const { display } = opened.path;
  // Undo data that could not be kept is enough for a rename, not for this.
  const undo =
    keptUndo !== undefined && keptUndo.length === 0
      ? value([])
      : await keepReplaced(replacing.work.scope, replacing, false);
  if (!undo.ok) return undo;
  const scratch = await scratchRemote(work, replacing, content);
  if (!scratch.ok) return scratch;
  const folder = await judgeRemoteAgain(work, replacing);
  if (!folder.ok) return folder;
  const { stats, fingerprint } = present;
  const reply = await finalStep(work, replacing, {
    script: `over ${[name, folder.value, `${stats.dev} ${stats.ino}`, fingerprint].map(quoteWord).join(" ")}`,
    unknown: "it holds its old content, the new one, or a part of the new one; which is not known",
  });
  if (!reply.ok) return reply;
  const { body, word } = reply.value;
  if (word.startsWith("io")) return ioError("write", display, remoteError(word));
  const failure = notMade(replacing, word) ?? notWhole(display, word);
  if (failure !== undefined) return failure;
  work.scope.changed(display, "write");
  const size = Number(RemoteStats.parse(body.toString().trim())?.size ?? content.length);
  if (size !== content.length) return wrongSize(display, content.length, size);
  const notes = [`${display} was not written atomically: ${reason}`];
  if (stats.nlink > 1n) notes.push("a second name of this file changed too");
  return finish(replacing, [...notes, ...undo.value], word);
}

function notMade(replacing: Replacing, word: string) {
  const { display } = replacing.opened.path;
  if (word === "moved") return movedMeanwhile(replacing);
  if (word === "changed") return changedMeanwhile(display);
  return word === "gone" ? goneMeanwhile(display) : undefined;
}

function notWhole(display: string, word: string) {
  const [kind, ...said] = word.split(" ");
  if (kind !== "asis" && kind !== "part") return undefined;
  return brokenOff(display, remoteError(said.join(" ")), kind === "asis");
}

function finish(
  { work, opened, content, afterHash, seen }: Replacing,
  notes: readonly string[],
  word: string,
): Outcome<WriteReceipt> {
  return writtenWhole(work, opened, {
    isCreated: false,
    mark: markOfNew(content, afterHash),
    ...(seen === undefined ? {} : { seen }),
    notes,
    syncError: word === "unsynced" ? remoteError("Input/output error") : undefined,
  });
}
