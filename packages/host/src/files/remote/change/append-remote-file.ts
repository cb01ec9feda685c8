import { createHash } from "node:crypto";
import { fail, type FailedResult, type Outcome, value, type WriteReceipt } from "@wield/core";
import { markWith, rememberAppended } from "../../../change/append-file.ts";
import type { PresentStart } from "../../../change/present.ts";
import { wrongSize } from "../../../change/receipt.ts";
import { changedMeanwhile } from "../../../change/stale.ts";
import { keepUndo } from "../../../change/undo.ts";
import { MARKED_BYTES } from "../../../content/content-mark.ts";
import { createLineCounter } from "../../../content/line-counter.ts";
import { quoteWord } from "../../../processes/shell/quote-word.ts";
import { osReason } from "../../../walk/os-error.ts";
import { cancelled, ioError } from "../../failures.ts";
import { notUsableAsFile } from "../../open-path.ts";
import type { RemoteWork } from "../open/open-remote-for-reading.ts";
import { openRemotePath } from "../open/open-remote-path.ts";
import { remoteError } from "../place/remote-error.ts";
import { RemoteStats } from "../place/remote-stats.ts";
import { type RemoteContent, readRemoteContent } from "../read-remote-file.ts";
import { createRemoteFile } from "./create-remote-file.ts";
import { finalStep, judgeRemoteAgain, movedMeanwhile, type RemoteTarget, step } from "./remote-target.ts";
import { scratchRemote } from "./stage-remote.ts";

/** Somebody may make the file while this call does, and remove it again. */
const MAX_ATTEMPTS = 10;
/** An append tells the hash of what stood before it, so that is brought here. */
const MOST_READ_BYTES = 4 * 1024 ** 3;

/** Adds to the end of a file there whatever it holds by then, or makes the file. */
export async function appendRemoteFile(
  work: RemoteWork,
  given: string,
  content: Uint8Array,
): Promise<Outcome<WriteReceipt>> {
  for (let attempt = 1; ; attempt += 1) {
    if (work.scope.signal.aborted) return cancelled("write", given);
    const opening = await openRemotePath(work, "write", { given });
    if (!opening.ok) return opening;
    const opened = opening.value;
    const { object, path } = opened;
    if (object === undefined) {
      const created = await createRemoteFile(work, opened, content);
      if (created !== "exists") return created;
      await work.shell.ask("leave", { isWhole: true });
      if (attempt < MAX_ATTEMPTS) continue;
      return fail("io_error", `cannot write ${path.display}: it is made and removed all the time`);
    }
    const refusal = notUsableAsFile("write", path, object);
    if (refusal !== undefined) return refusal;
    return append(work, { access: "write", opened, name: opened.located.rest.at(-1) ?? "" }, content);
  }
}

async function append(
  work: RemoteWork,
  target: RemoteTarget,
  content: Uint8Array,
): Promise<Outcome<WriteReceipt>> {
  const { scope } = work;
  const { opened, name } = target;
  const { real, display } = opened.path;
  const writable = await step(work, target, `knows; writable ${quoteWord(name)}`);
  if (!writable.ok) return writable;
  if (writable.value.word !== "") return ioError("write", display, remoteError(writable.value.word));
  const read = await readRemoteContent(opened, MOST_READ_BYTES);
  if (!read.ok) return read;
  const { stats } = read.value;
  const old = startOf(read.value);
  const before = {
    real,
    display,
    appendedAt: { length: old.size, hash: old.hash },
    mode: Number(stats.mode) & 0o7777,
    afterHash: old.hashWith(content),
    madeParents: [],
  };
  const undo = await keepUndo(scope, { before, isAtomic: false });
  if (!undo.ok) return undo;
  const scratch = await scratchRemote(work, target, content);
  if (!scratch.ok) return scratch;
  const folder = await judgeRemoteAgain(work, target);
  if (!folder.ok) return folder;
  const object = quoteWord(`${stats.dev} ${stats.ino}`);
  const reply = await finalStep(work, target, {
    script: `add ${quoteWord(name)} ${quoteWord(folder.value)} ${object} ${Math.max(1, content.length)}`,
    unknown: "whether the content was appended is not known",
  });
  if (!reply.ok) return reply;
  const { body, word } = reply.value;
  const failure = notAppended(target, word);
  if (failure !== undefined) return failure;
  scope.changed(display, "write");
  const size = Number(RemoteStats.parse(body.toString().trim())?.size ?? 0);
  if (size < old.size + content.length) return wrongSize(display, old.size + content.length, size);
  const mark = markWith(old, content);
  if (size === old.size + content.length) await rememberAppended(scope, real, { old, mark });
  const notes = stats.nlink > 1n ? ["a second name of this file changed too"] : [];
  return value({ path: display, isCreated: false, mark, notes: [...notes, ...undo.value] });
}

function notAppended(target: RemoteTarget, word: string): FailedResult | undefined {
  const { display } = target.opened.path;
  if (word === "ok") return undefined;
  if (word === "moved") return movedMeanwhile(target);
  if (word === "changed") return changedMeanwhile(display);
  if (word.startsWith("io")) return ioError("write", display, remoteError(word));
  const [kind, ...said] = word.split(" ");
  const written = kind === "part" ? said.shift() : undefined;
  const sentence = `cannot write ${display}: ${osReason(remoteError(said.join(" ")))}`;
  return fail(
    "io_error",
    written === undefined
      ? `${sentence}; the file is as it was`
      : `${sentence}; ${written} bytes of the content stand in the file`,
  );
}

function startOf({ bytes }: RemoteContent): PresentStart {
  const sum = createHash("sha256").update(bytes);
  const lines = createLineCounter();
  lines.add(bytes);
  return {
    size: bytes.length,
    hash: sum.copy().digest("hex"),
    head: bytes.subarray(0, MARKED_BYTES),
    nextLine: lines.ended() + 1,
    hashWith: (content) => sum.copy().update(content).digest("hex"),
  };
}
